import { keySpan, type Node, type Property } from "../../document/node";
import { readEndpoint } from "../endpoint";
import type { ConfigReader } from "../read";
import {
  loginUrlOf,
  USAGE_REGIONS,
  type UsageCredentialChoice,
  type UsageProfile,
  usageRegion,
} from "./usage";

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** One member of `usageProfiles`; reports errors to `reader` and returns undefined if there are any. */
export function readUsageProfile(
  reader: ConfigReader,
  property: Property,
  value: Node,
): UsageProfile | undefined {
  const before = reader.errors();
  const name = property.key;
  if (name.trim() === "" || name.length > 60) {
    reader.report(keySpan(property), "The name of a usage profile must have 1 to 60 characters.");
  }
  let region: { baseUrl: string; loginUrl: string } | undefined;
  let baseUrl: string | undefined;
  let loginUrl: string | undefined;
  let credentials: UsageCredentialChoice | undefined;
  let legacy = false;
  let places = 0;
  for (const member of reader.members(value, `The usage profile "${name}"`)) {
    switch (member.property.key) {
      case "region":
        places++;
        region = readRegion(reader, member.value);
        break;
      case "baseUrl":
        places++;
        baseUrl = readUrl(reader, member.value, "baseUrl");
        break;
      case "loginUrl":
        loginUrl = readUrl(reader, member.value, "loginUrl");
        break;
      case "credentials":
        credentials = readCredentials(reader, member.value);
        break;
      case "legacy":
        if (member.value.kind === "boolean") legacy = member.value.value;
        else reader.report(member.value, '"legacy" must be true or false.');
        break;
      default:
        reader.unknown(member.property, "region, baseUrl, loginUrl, credentials and legacy");
    }
  }
  if (places !== 1 && reader.errors() === before) {
    reader.report(keySpan(property), `The usage profile "${name}" needs either "region" or "baseUrl".`);
  }
  const base = region?.baseUrl ?? baseUrl;
  // As with the other profiles: one with a mistake would ask somewhere else than was meant.
  if (base === undefined || reader.errors() > before) return undefined;
  return {
    name,
    baseUrl: base,
    loginUrl: loginUrl ?? region?.loginUrl ?? loginUrlOf(base),
    credentials: credentials ?? (base.startsWith("http:") ? "none" : "secret"),
    legacy,
  };
}

function readRegion(reader: ConfigReader, value: Node): { baseUrl: string; loginUrl: string } | undefined {
  const text = reader.string(value, "region");
  if (text === undefined) return undefined;
  const region = usageRegion(text);
  if (region) return region;
  const known = Object.keys(USAGE_REGIONS).join(", ");
  reader.report(
    value,
    `The region "${text}" is unknown. Known regions: ${known}, and their domains, such as mypurecloud.com. ` +
      'For another region, set "baseUrl" to its API host.',
    "unknown-region",
  );
  return undefined;
}

function readUrl(reader: ConfigReader, value: Node, member: string): string | undefined {
  const text = reader.string(value, member);
  if (text === undefined) return undefined;
  const result = readEndpoint(text, { example: "https://api.mypurecloud.com", adds: "/api/v2/…" });
  if (result.ok) return result.endpoint;
  reader.report(value, result.message, "bad-endpoint");
  return undefined;
}

function readCredentials(reader: ConfigReader, value: Node): UsageCredentialChoice | undefined {
  if (value.kind === "string" && (value.value === "none" || value.value === "secret")) return value.value;
  if (value.kind !== "object") {
    reader.report(
      value,
      '"credentials" is "secret", "none", {"env": "NAME"} for an access token, or ' +
        '{"env": {"clientId": "NAME", "clientSecret": "NAME"}} for an OAuth client.',
    );
    return undefined;
  }
  let env: Node | undefined;
  for (const property of value.properties) {
    if (property.key === "env") env = property.value;
    else reader.unknown(property, "env");
  }
  if (env?.kind === "object") {
    const names: { clientId?: string; clientSecret?: string } = {};
    const before = reader.errors();
    for (const member of reader.members(env, '"env"')) {
      const { key } = member.property;
      if (key !== "clientId" && key !== "clientSecret") {
        reader.unknown(member.property, "clientId and clientSecret");
      } else {
        const variable = variableName(reader, member.value, `"${key}"`);
        if (variable !== undefined) names[key] = variable;
      }
    }
    const { clientId, clientSecret } = names;
    if (clientId !== undefined && clientSecret !== undefined) return { env: { clientId, clientSecret } };
    if (reader.errors() === before) {
      reader.report(
        env,
        '"env" must be the name of one environment variable, or an object with "clientId" and "clientSecret".',
      );
    }
    return undefined;
  }
  const variable = variableName(reader, env ?? value, '"env"');
  return variable === undefined ? undefined : { env: variable };
}

function variableName(reader: ConfigReader, value: Node, member: string): string | undefined {
  if (value.kind === "string" && VARIABLE.test(value.value)) return value.value;
  reader.report(value, `${member} must be the name of an environment variable, not the secret itself.`);
  return undefined;
}
