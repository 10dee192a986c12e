export interface FunctionInfo {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly description: string;
}
