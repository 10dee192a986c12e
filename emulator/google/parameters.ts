import { badRequest } from "./rpc-error";

/** `strings` may be sent several times. */
export type ParameterType = "bool" | "int32" | "string" | "strings";
export type ParameterValue = boolean | number | string | readonly string[];

/** Query parameters that every method of the service takes. */
const COMMON = new Set([
  "$.xgafv",
  "access_token",
  "alt",
  "callback",
  "fields",
  "key",
  "oauth_token",
  "prettyPrint",
  "quotaUser",
  "uploadType",
  "upload_protocol",
]);

export interface Parameters {
  /** The method's own parameters by lowerCamelCase name, as far as they were sent. */
  readonly own: Readonly<Record<string, ParameterValue | undefined>>;
  /** Whether to return enums as numbers (`alt=json;enum-encoding=int`). */
  readonly enumNumbers: boolean;
  readonly pretty: boolean;
  readonly fields: string | undefined;
}

/**
 * Reads the query of a call. Names are taken in lowerCamelCase and snake_case, the common ones also with `$` before
 * them. `own` lists the parameters of the method by lowerCamelCase name.
 * @throws RpcError 400 for a name that the method does not have and for a value that does not fit its type.
 */
export function readParameters(
  query: URLSearchParams,
  own: Readonly<Record<string, ParameterType>>,
): Parameters {
  const values: Record<string, ParameterValue> = {};
  const common = new Map<string, string>();
  for (const [name, text] of query) {
    const ownName = name in own ? name : camelCase(name);
    const type = Object.hasOwn(own, ownName) ? own[ownName] : undefined;
    if (type === "strings") values[ownName] = [...((values[ownName] ?? []) as readonly string[]), text];
    else if (type) values[ownName] = readValue(snakeCase(ownName), type, text);
    else common.set(commonName(name), text);
  }
  const encoding = readAlt(common.get("alt"));
  return {
    own: values,
    enumNumbers: encoding === "int",
    pretty: readBool(common.get("prettyPrint") ?? "true") ?? true,
    fields: common.get("fields") || undefined,
  };
}

function commonName(name: string): string {
  if (COMMON.has(name)) return name;
  if (name.startsWith("$") && COMMON.has(name.slice(1))) return name.slice(1);
  const description =
    `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. ` +
    `Field '${name}' could not be found in request message.`;
  throw badRequest([{ description }]);
}

/** The value of `alt` is `json`, with options after semicolons; other formats are not served. */
function readAlt(alt: string | undefined): string | undefined {
  const [format, ...options] = (alt ?? "json").split(";");
  let encoding: string | undefined;
  let good = format === "json" || format === "";
  for (const option of options) {
    const value = /^enum-encoding=(int|string)$/.exec(option)?.[1];
    if (value) encoding = value;
    else good = false;
  }
  if (!good)
    throw badRequest([{ field: "alt", description: `Invalid value for query parameter alt: "${alt}".` }]);
  return encoding;
}

function readValue(name: string, type: Exclude<ParameterType, "strings">, text: string): ParameterValue {
  if (type === "string") return text;
  const value = type === "bool" ? readBool(text) : readInt32(text);
  if (value !== undefined) return value;
  const description = `Invalid value at '${name}' (TYPE_${type.toUpperCase()}), "${text}"`;
  throw badRequest([{ field: name, description }]);
}

function readBool(text: string): boolean | undefined {
  if (/^(?:true|t|yes|y|1)$/i.test(text)) return true;
  if (/^(?:false|f|no|n|0)$/i.test(text)) return false;
  return undefined;
}

function readInt32(text: string): number | undefined {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= -2_147_483_648 && value <= 2_147_483_647 ? value : undefined;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
