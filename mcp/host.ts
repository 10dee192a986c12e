import type { Catalog } from "../core/catalog/catalog";
import type { RuleSettings } from "../core/config/config";
import type { Finding } from "../core/finding";
import type { PushOutcome, PushPlan } from "../core/sync/push";
import type { Template } from "../core/template/template";
import type { PngAssets } from "../render/index";

/** What the server needs from the program that starts it. Methods reject with messages that a user can act on. */
export interface Host {
  readonly version: string;
  /** Absolute real paths of the only folders whose files are read and written. The first one is the base of relative paths. */
  readonly roots: readonly string[];
  /** What applies to a file. */
  rulingOf(file: string | undefined, text: string): Promise<Ruling>;
  /** What PNGs are drawn with. */
  pngAssets(fonts: readonly string[]): Promise<PngAssets>;
  /** Absent unless the server may use the network. */
  readonly remote?: Remote;
}

/** What applies to the dashboards of a file. */
export interface Ruling {
  readonly settings: RuleSettings;
  /** Metrics of the project, if they were downloaded. */
  readonly catalog?: Catalog | undefined;
  readonly template?: Template | undefined;
  /** Texts of the other Terraform files in the folder. */
  readonly others: readonly string[];
}

/** The service, as far as an agent may use it. */
export interface Remote {
  list(signal: AbortSignal): Promise<RemoteList>;
  /**
   * Compares one dashboard with the service; sends nothing but reads.
   *
   * @param file absolute path, with `#ID` for one dashboard of a YAML file with several
   */
  compare(file: string, signal: AbortSignal): Promise<RemoteComparison>;
  /**
   * Pushes one dashboard. Errors and conflicts end it.
   *
   * @param confirm is asked with the plan that would be carried out; it may be asked again when the service moves on
   * @param typed what the user typed to confirm a protected profile
   */
  push?(
    file: string,
    confirm: (plan: PushPlan) => boolean,
    typed: string | undefined,
    signal: AbortSignal,
  ): Promise<PushOutcome>;
}

export interface RemoteList {
  /** The project and service, for a person. */
  readonly target: string;
  readonly dashboards: readonly {
    readonly id: string;
    readonly title: string;
    /** The local file that it was pushed from or pulled to, as far as the sync state knows one. */
    readonly file: string | undefined;
  }[];
}

export interface RemoteComparison {
  readonly target: string;
  /** Of the requests, such as "as dev@example.com". */
  readonly account: string;
  /** Errors that the checks find in the file. */
  readonly errors: readonly Finding[];
  readonly outcome: PushOutcome;
}
