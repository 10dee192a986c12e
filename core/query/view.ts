import type { RuleSettings } from "../config/config";
import { applySettings } from "../config/severity";
import { Dashboard } from "../dashboard";
import { nodeAtPath, type Path, pathOf, type Span, type StringNode } from "../document/node";
import { StringMap } from "../document/string-map";
import { applyEdits, changedPart, type TextEdit } from "../edit/edit";
import { fixesOf } from "../features/changing/fixes";
import type { Finding } from "../finding";
import { contextAt } from "../languages/check";
import type { EmbeddedLanguage, LanguageContext } from "../languages/language";
import { languageOf } from "../languages/registry";
import { queryKind } from "./kinds";
import { queryAtPath } from "./place";
import { queryEdit } from "./text";

/** A finding in a query, at offsets of the query's own text, with its fixes. */
export interface QueryFinding {
  readonly finding: Finding;
  readonly fixes: readonly {
    readonly title: string;
    readonly edits: readonly TextEdit[];
    readonly preferred: boolean;
  }[];
}

/**
 * A query in a document of its own, seen as part of its dashboard: the dashboard's text with the query in its place. So
 * everything that is said about the string in the dashboard is said here, by the same code.
 */
export class QueryView {
  readonly language: EmbeddedLanguage;
  readonly context: LanguageContext;
  private readonly map: StringMap;

  private constructor(
    readonly text: string,
    private readonly dashboard: Dashboard,
    private readonly node: StringNode,
  ) {
    this.language = languageOf(dashboard.canonical.fieldOf(node)?.language)!;
    this.context = contextAt(node, this.language, dashboard.canonical, dashboard.context);
    this.map = new StringMap(dashboard.text, node);
  }

  /**
   * The view of `text` in the place that `path` names. Without the dashboard, or when another thing is there now, a
   * dashboard with nothing but the query, and the same variables, takes its place. Undefined for a language without tabs.
   */
  static of(
    text: string,
    languageId: string,
    dashboard: Dashboard | undefined,
    path: Path,
  ): QueryView | undefined {
    const place = dashboard && queryAtPath(dashboard, path);
    const isThere = place?.kind.language === languageId;
    const written = isThere ? queryEdit(dashboard!.document, path, text) : undefined;
    const inside = written ? withEdit(dashboard!, written) : undefined;
    const whole = inside ? { inside, path } : standIn(text, languageId, dashboard);
    if (!whole) return undefined;
    const node = nodeAtPath(whole.inside.document.root, whole.path);
    return node?.kind === "string" ? new QueryView(text, whole.inside, node) : undefined;
  }

  /** The findings of the query, with the configured severities. */
  findings(settings: RuleSettings): QueryFinding[] {
    const { offset, length } = this.node;
    const isPlain = this.dashboard.document.form?.yaml !== undefined;
    const own = this.dashboard.findings.filter(
      (finding) =>
        (isPlain || finding.offset > offset) &&
        finding.offset >= offset &&
        (isPlain || finding.offset + finding.length < offset + length) &&
        finding.offset + finding.length <= offset + length,
    );
    return applySettings(own, settings).map((finding) => {
      const { data: _, ...rest } = finding;
      const fixes = fixesOf(this.dashboard, finding)
        .flatMap((fix) => {
          const edits = this.decodedEdits(fix.edits);
          return edits ? [{ ...fix, edits }] : [];
        })
        .map(({ title, edits, unambiguous, preferred }, i) => ({
          title,
          edits,
          preferred: i === 0 && (preferred ?? unambiguous),
        }));
      return { finding: { ...rest, ...this.decoded(finding) }, fixes };
    });
  }

  /** Edits of the file as edits of the query; undefined where they change something else too. */
  private decodedEdits(edits: readonly TextEdit[]): readonly TextEdit[] | undefined {
    const { document } = this.dashboard;
    if (document.form?.yaml) {
      const after = document.form.read(applyEdits(document.text, edits));
      const node = after && nodeAtPath(after.root, pathOf(this.node));
      return node?.kind === "string" ? [changedPart(this.node.value, node.value)] : undefined;
    }
    if (!edits.every((edit) => this.isInside(edit))) return undefined;
    return edits.map((edit) => ({ ...this.decoded(edit), text: this.unescaped(edit.text) }));
  }

  /** What a piece of the string says. */
  private unescaped(written: string): string {
    const { text, document } = this.dashboard;
    const isHeredoc = document.form !== undefined && text[this.node.offset] === "<";
    const said = isHeredoc ? written : (JSON.parse(`"${written}"`) as string);
    return document.form ? said.replace(/([$%])\1\{/g, "$1{") : said;
  }

  private isInside({ offset, length }: Span): boolean {
    return offset > this.node.offset && offset + length < this.node.offset + this.node.length;
  }

  private decoded({ offset, length }: Span): Span {
    const start = this.map.toDecoded(offset);
    return { offset: start, length: this.map.toDecoded(offset + length) - start };
  }
}

/** A dashboard with a query in it, and where that is. */
interface Whole {
  readonly inside: Dashboard;
  readonly path: Path;
}

function withEdit({ document, catalog, template }: Dashboard, edit: TextEdit): Dashboard | undefined {
  const text = applyEdits(document.text, [edit]);
  if (!document.form) return new Dashboard(text, catalog, template);
  const read = document.form.read(text);
  return read && Dashboard.of(read, catalog);
}

function standIn(text: string, languageId: string, dashboard: Dashboard | undefined): Whole | undefined {
  const kind = queryKind(languageId);
  if (!kind) return undefined;
  const filters = (dashboard?.canonical.value as { dashboardFilters?: unknown } | undefined)
    ?.dashboardFilters;
  const value = {
    displayName: "Query",
    ...(Array.isArray(filters) && { dashboardFilters: filters }),
    gridLayout: { widgets: [filled(kind.widget, text)] },
  };
  const inside = new Dashboard(JSON.stringify(value), dashboard?.catalog);
  return { inside, path: ["gridLayout", "widgets", 0, ...pathOfNull(kind.widget)!] };
}

function filled(value: unknown, text: string): unknown {
  return JSON.parse(JSON.stringify(value, (_, member: unknown) => (member === null ? text : member)));
}

function pathOfNull(value: unknown): Path | undefined {
  if (value === null) return [];
  if (typeof value !== "object") return undefined;
  for (const [key, member] of Object.entries(value as object)) {
    const rest = pathOfNull(member);
    if (rest) return [Array.isArray(value) ? Number(key) : key, ...rest];
  }
  return undefined;
}
