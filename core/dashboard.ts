import { check } from "./check";
import { type JsonDocument, readDocument } from "./document/reader";
import type { Finding } from "./finding";
import { type Canonical, canonicalize } from "./schema/canonical";

/** One version of a dashboard's text with everything that is derived from it, each part worked out once and on demand. */
export class Dashboard {
  readonly document: JsonDocument;
  private canonicalForm: Canonical | undefined;
  private allFindings: readonly Finding[] | undefined;

  constructor(readonly text: string) {
    this.document = readDocument(text);
  }

  get canonical(): Canonical {
    this.canonicalForm ??= canonicalize(this.document);
    return this.canonicalForm;
  }

  get findings(): readonly Finding[] {
    this.allFindings ??= check(this.document, this.canonical);
    return this.allFindings;
  }
}
