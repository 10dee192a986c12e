import type { Consent, ConsentStore } from "../../api/trust/consent";
import { type CredentialTarget, contactKey, targetKey } from "../../api/trust/credential-target";

/** The part of VS Code's global state that is used. It is kept on this machine and in no repository. */
export interface Memory {
  keys(): readonly string[];
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): Thenable<void>;
}

/**
 * Consent that the user gave in this editor. Each is a separate entry, so that two windows do not overwrite each other.
 */
export class EditorConsents implements ConsentStore {
  private readonly prefix: string;

  /** @param machine where the extension runs: consent given for one machine says nothing about another */
  constructor(
    private readonly memory: Memory,
    machine: string,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.prefix = `mosaic.trust:${machine}:`;
  }

  has(key: string): boolean {
    return typeof this.memory.get(this.prefix + key) === "string";
  }

  /** Whether the user allowed requests without a click, for example to refresh the list. */
  hasContact(place: CredentialTarget): boolean {
    return this.has(contactKey(place)) || this.has(targetKey(place));
  }

  list(): readonly Consent[] {
    return this.memory
      .keys()
      .filter((key) => key.startsWith(this.prefix))
      .map((key) => ({ key: key.slice(this.prefix.length), at: String(this.memory.get(key)) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async grant(key: string): Promise<void> {
    await this.memory.update(this.prefix + key, this.now().toISOString());
  }

  async remove(key: string): Promise<boolean> {
    if (!this.has(key)) return false;
    await this.memory.update(this.prefix + key, undefined);
    return true;
  }
}
