import { keySpan, type Node, type ObjectNode, type Property, type Span } from "../document/node";
import { readDocument } from "../document/reader";
import type { Finding, Severity } from "../finding";
import { isServiceAccount } from "./account";
import type { Config, CredentialChoice, Profile, RuleOverride, RuleSetting } from "./config";
import { DEFAULT_ENDPOINT, readEndpoint } from "./endpoint";
import { globProblem } from "./glob";
import { readUsageProfile } from "./usage/read-usage";

const RULE_SETTINGS: readonly RuleSetting[] = ["error", "warning", "information", "hint", "off"];
/** Allowed here although the service, which never sees this file, would not read them. */
const ALLOWED = new Set(["comment", "trailing-comma"]);
/** Every file is compared with every glob. */
const MOST_GLOBS = 200;
const SECRET = /token|secret|password|key/i;

/** Reads a configuration: collects the usable parts and reports the rest. */
export class ConfigReader {
  private readonly findings: Finding[] = [];

  constructor(private readonly text: string) {}

  read(): { config: Config; findings: readonly Finding[] } {
    const { root, problems } = readDocument(this.text);
    for (const problem of problems) {
      if (ALLOWED.has(problem.code)) continue;
      const empty = root === undefined && problem.length === 0;
      const message = empty
        ? "The file is empty. For a configuration without settings, write {}."
        : problem.message;
      this.findings.push({ ...problem, message });
    }
    const out: { -readonly [K in keyof Config]: Config[K] } = {
      profiles: [],
      activeProfile: undefined,
      usageProfiles: [],
      dashboards: [],
      discover: "content",
      rules: {},
      overrides: [],
    };
    let active: Node | undefined;
    const declared = new Set<string>();
    for (const { property, value } of this.members(root, "The configuration")) {
      switch (property.key) {
        case "$schema":
          this.string(value, "$schema");
          break;
        case "profiles":
          out.profiles = this.members(value, '"profiles"').flatMap((m) => {
            declared.add(m.property.key);
            return this.profile(m.property, m.value) ?? [];
          });
          break;
        case "activeProfile":
          out.activeProfile = this.string(value, "activeProfile");
          active = value;
          break;
        case "usageProfiles":
          out.usageProfiles = this.members(value, '"usageProfiles"').flatMap(
            (m) => readUsageProfile(this, m.property, m.value) ?? [],
          );
          break;
        case "dashboards":
          out.dashboards = this.globs(value, "dashboards");
          break;
        case "discover":
          if (value.kind === "string" && (value.value === "content" || value.value === "globs"))
            out.discover = value.value;
          else this.report(value, '"discover" must be "content" or "globs".');
          break;
        case "rules":
          out.rules = this.rules(value);
          break;
        case "overrides":
          out.overrides = this.overrides(value);
          break;
        default:
          this.unknown(
            property,
            "profiles, activeProfile, usageProfiles, dashboards, discover, rules and overrides",
          );
      }
    }
    if (active && out.activeProfile !== undefined && !declared.has(out.activeProfile)) {
      this.report(active, `There is no profile "${out.activeProfile}" under "profiles".`, "unknown-profile");
    }
    return { config: out, findings: this.findings };
  }

  private profile(property: Property, value: Node): Profile | undefined {
    const before = this.errors();
    const name = property.key;
    if (name.trim() === "" || name.length > 60) {
      this.report(keySpan(property), "The name of a profile must have 1 to 60 characters.");
    }
    let project: string | undefined;
    let endpoint: string | undefined;
    let credentials: CredentialChoice | undefined;
    let impersonate: string | undefined;
    let account: Node | undefined;
    let isProtected: boolean | undefined;
    let loopback = false;
    for (const member of this.members(value, `The profile "${name}"`)) {
      switch (member.property.key) {
        case "project":
          project = this.project(member.value);
          break;
        case "endpoint": {
          const text = this.string(member.value, "endpoint");
          const result = text === undefined ? undefined : readEndpoint(text);
          if (result?.ok) ({ endpoint, loopback } = result);
          else if (result) this.report(member.value, result.message, "bad-endpoint");
          break;
        }
        case "credentials":
          credentials = this.credentials(member.value);
          break;
        case "impersonateServiceAccount":
          account = member.value;
          impersonate = this.account(account);
          break;
        case "protected":
          if (member.value.kind === "boolean") isProtected = member.value.value;
          else this.report(member.value, '"protected" must be true or false.');
          break;
        default:
          this.unknown(
            member.property,
            "project, endpoint, credentials, impersonateServiceAccount and protected",
          );
      }
    }
    if (project === undefined && this.errors() === before) {
      this.report(keySpan(property), `The profile "${name}" has no "project".`);
    }
    if (account && credentials !== undefined && credentials !== "adc" && credentials !== "gcloud") {
      this.report(account, '"impersonateServiceAccount" requires the credentials "adc" or "gcloud".');
    }
    // An invalid profile has no fallback, because it would push to another target.
    if (project === undefined || this.errors() > before) return undefined;
    return {
      name,
      project,
      endpoint: endpoint ?? DEFAULT_ENDPOINT,
      // Send no token over plain http without an explicit setting.
      credentials: credentials ?? (loopback && endpoint?.startsWith("http:") && !account ? "none" : "adc"),
      impersonate,
      protected: isProtected ?? false,
    };
  }

  private account(value: Node): string | undefined {
    const text = this.string(value, "impersonateServiceAccount");
    if (text === undefined || isServiceAccount(text)) return text;
    this.report(
      value,
      '"impersonateServiceAccount" must be the email address of a service account, such as "name@project.iam.gserviceaccount.com".',
    );
    return undefined;
  }

  private project(value: Node): string | undefined {
    const text = this.string(value, "project");
    if (text === undefined) return undefined;
    const id = text.replace(/^projects\//, "");
    if (/^[A-Za-z0-9][A-Za-z0-9.:_-]*$/.test(id)) return id;
    this.report(value, '"project" must be a project ID or number, such as "my-project".');
    return undefined;
  }

  private credentials(value: Node): CredentialChoice | undefined {
    if (value.kind === "string" && /^(adc|gcloud|none|secret)$/.test(value.value)) {
      return value.value as CredentialChoice;
    }
    if (value.kind === "object") {
      const env = value.properties.find((p) => p.key === "env")?.value;
      for (const property of value.properties) if (property.key !== "env") this.unknown(property, "env");
      if (env?.kind === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(env.value)) return { env: env.value };
      this.report(
        env ?? value,
        '"env" must be the name of an environment variable that contains an access token.',
      );
      return undefined;
    }
    this.report(value, '"credentials" is "adc", "gcloud", "secret", "none" or {"env": "NAME"}.');
    return undefined;
  }

  private rules(value: Node): Record<string, RuleSetting> {
    const out: Record<string, RuleSetting> = {};
    for (const { property, value: setting } of this.members(value, '"rules"')) {
      const text = setting.kind === "string" ? (setting.value as RuleSetting) : undefined;
      if (text !== undefined && RULE_SETTINGS.includes(text)) out[property.key] = text;
      else
        this.report(
          setting,
          `The severity of a rule must be one of ${RULE_SETTINGS.map((s) => `"${s}"`).join(", ")}.`,
        );
    }
    return out;
  }

  private overrides(value: Node): RuleOverride[] {
    if (value.kind !== "array") {
      this.report(value, '"overrides" must be a list of {"files": …, "rules": …} objects.');
      return [];
    }
    return value.items.flatMap((item) => {
      const before = this.errors();
      let files: readonly string[] | undefined;
      let rules: Record<string, RuleSetting> | undefined;
      for (const member of this.members(item, "An override")) {
        if (member.property.key === "files") {
          files =
            member.value.kind === "string"
              ? this.glob(member.value, "files")
              : this.globs(member.value, "files");
        } else if (member.property.key === "rules") rules = this.rules(member.value);
        else this.unknown(member.property, "files and rules");
      }
      if (this.errors() > before) return [];
      if (files?.length && rules) return [{ files, rules }];
      this.report(item, 'An override must have "files" and "rules".');
      return [];
    });
  }

  private globs(value: Node, name: string): string[] {
    if (value.kind !== "array") this.report(value, `"${name}" must be a list of glob patterns.`);
    else if (value.items.length > MOST_GLOBS)
      this.report(value, `"${name}" has more than ${MOST_GLOBS} globs.`, "bad-glob");
    else return value.items.flatMap((item) => this.glob(item, name));
    return [];
  }

  /** A list with the glob, or without it when it has a mistake. */
  private glob(value: Node, name: string): string[] {
    const glob = this.string(value, name);
    if (glob === undefined) return [];
    const problem = globProblem(glob);
    if (problem !== undefined) this.report(value, problem, "bad-glob");
    return problem === undefined ? [glob] : [];
  }

  /** The value of a non-empty string; reports anything else. */
  string(value: Node, name: string): string | undefined {
    if (value.kind === "string" && value.value !== "") return value.value;
    this.report(value, `"${name}" must be a string that is not empty.`);
    return undefined;
  }

  /** The members of an object that have a value; reports anything that is not an object. */
  members(value: Node | undefined, what: string): { property: Property; value: Node }[] {
    if (!value) return [];
    if (value.kind !== "object") {
      this.report(value, `${what} must be an object.`);
      return [];
    }
    return (value as ObjectNode).properties.flatMap((property) =>
      property.value ? [{ property, value: property.value }] : [],
    );
  }

  /** Reports a member that is not in `known`. */
  unknown(property: Property, known: string): void {
    const hint = SECRET.test(property.key)
      ? ' Do not store secrets here: set "credentials" to "secret" or {"env": "NAME"}.'
      : "";
    this.report(
      keySpan(property),
      `"${property.key}" is not a known member. Known members: ${known}.${hint}`,
      "unknown-member",
    );
  }

  /** Number of findings so far. */
  errors(): number {
    return this.findings.length;
  }

  report(span: Span, message: string, code = "config", severity: Severity = "error"): void {
    this.findings.push({ offset: span.offset, length: span.length, code, severity, message });
  }
}
