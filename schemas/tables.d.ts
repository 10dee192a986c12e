/** Table files are imported as their text. */
declare module "*.tsv" {
  const text: string;
  export default text;
}
