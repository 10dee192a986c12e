import path from "node:path";
import type { RuleSettings } from "../core/config/config";
import { matchesGlob } from "../core/config/glob";
import { settingsFor } from "../core/config/severity";
import { Dashboard } from "../core/dashboard";
import { applyEdits } from "../core/edit/edit";
import { unambiguousEdits } from "../core/features/changing/fixes";
import { cachedCatalogs } from "./catalog-cache";
import { type ConfigIo, type ConfigRoot, cachedConfigs, relativePath } from "./config";
import type { Details } from "./detail";
import { type FoundFile, type Input, isUnread, readInput, type Unreadable } from "./files";
import type { Io } from "./io";
import { planReports } from "./plan";
import { type FileReport, toDiagnostic, type Unchecked } from "./report";
import { Templates } from "./templates";
import { isTerraform, terraformReports } from "./terraform";
import { isYaml, yamlReports } from "./yaml";

/** The result of checking one input. Plain data, so that it can be sent between threads. */
export type Outcome =
  | { readonly failed: Unreadable }
  | {
      readonly failed?: undefined;
      readonly reports: readonly FileReport[];
      /** The input may hold several dashboards, or none. */
      readonly isCollection: boolean;
      /** What was not checked, and why not. */
      readonly left: Partial<Unchecked>;
      /** With `--fix`. */
      readonly fixed?: Fixed;
      /** The folder whose configuration rules the input. */
      readonly root: string;
    };

/** A text with what `--fix` changes. */
export interface Fixed {
  /** Undefined for standard input. */
  readonly file: FoundFile | undefined;
  readonly text: string;
  readonly fixed: string;
}

export interface CheckOptions {
  readonly fix: boolean;
  /** Errors only. */
  readonly quiet: boolean;
  readonly details: Details;
}

/** The part of `Io` that checking needs. */
export type CheckIo = ConfigIo & Pick<Io, "env">;

/** Checks the inputs of one run. Configurations, catalogs and Terraform code are read once. */
export class Checker {
  private readonly configOf: (folder: string) => Promise<ConfigRoot>;
  private readonly catalogOf: ReturnType<typeof cachedCatalogs>;
  private readonly templates: Templates;

  constructor(
    readonly io: CheckIo,
    readonly options: CheckOptions,
  ) {
    this.configOf = cachedConfigs(io);
    this.catalogOf = cachedCatalogs(io.env);
    this.templates = new Templates(io.cwd);
  }

  /** @throws ConfigError when the configuration that rules the file has mistakes */
  async configFor(file: string | undefined): Promise<ConfigRoot> {
    return this.configOf(file === undefined ? this.io.cwd : path.dirname(file));
  }

  /** @throws ConfigError when the configuration that rules the input has mistakes */
  async check(found: Input | FoundFile | Unreadable): Promise<Outcome> {
    const input = isUnread(found) ? readInput(found) : found;
    if ("reason" in input) return { failed: input };
    const ruling = await this.configFor(input.path);
    const settings = settingsOf(input, ruling);
    const catalog = () => this.catalogOf(ruling.config);
    if (isTerraform(input)) {
      const { reports, text, computed, loaded } = terraformReports(input, {
        ...this.options,
        catalog: await catalog(),
        settings,
        others: input.path === undefined ? [] : this.templates.beside(input.path),
      });
      const left = { computed, loaded };
      return { reports, isCollection: true, left, ...this.fixed(input, text), root: ruling.root };
    }
    if (isYaml(input)) {
      const { reports, text } = yamlReports(input, {
        ...this.options,
        catalog: await catalog(),
        settings,
      });
      return { reports, isCollection: false, left: {}, ...this.fixed(input, text), root: ruling.root };
    }
    const plan = await planReports(input, { ...this.options, catalog, settings: () => settings });
    if (plan && "reason" in plan) return { failed: plan };
    if (plan)
      return {
        reports: plan.reports,
        isCollection: true,
        left: { unchecked: plan.unchecked },
        root: ruling.root,
      };
    const template = input.path === undefined ? undefined : this.templates.of(input.path, input.text);
    const read = new Dashboard(input.text, await catalog(), template);
    const dashboard = this.options.fix ? fixAll(read, settings) : read;
    const diagnostics = dashboard
      .findingsUnder(settings)
      .filter((finding) => !this.options.quiet || finding.severity === "error")
      .map((finding) => toDiagnostic(finding, dashboard, this.options.details));
    return {
      reports: [{ file: input.name, diagnostics }],
      isCollection: false,
      left: read.document.shaped ? { unshaped: [input.name] } : {},
      ...this.fixed(input, dashboard.text),
      root: ruling.root,
    };
  }

  private fixed({ name, path: file, text }: Input, fixed: string): { readonly fixed?: Fixed } {
    if (!this.options.fix) return {};
    return { fixed: { file: file === undefined ? undefined : { name, path: file }, text, fixed } };
  }
}

/** The severities that the nearest `.mosaic/config.json` gives the findings of a file. */
function settingsOf(input: Input, { root, config }: ConfigRoot): RuleSettings {
  const relative = input.path === undefined ? "" : relativePath(root, input.path);
  return settingsFor(config, relative, matchesGlob);
}

/** A fix can reveal further findings, so repeat while the text changes, with a limit. */
const MAX_ROUNDS = 10;

/** The dashboard with every unambiguous fix applied. */
function fixAll(dashboard: Dashboard, settings: RuleSettings): Dashboard {
  let now = dashboard;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const edits = unambiguousEdits(now, settings);
    if (edits.length === 0) break;
    now = new Dashboard(applyEdits(now.text, edits), now.catalog, now.template);
  }
  return now;
}
