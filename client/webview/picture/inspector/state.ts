/** What of the form is open, and where the keyboard goes when the text has changed. Pointers are those of the form. */
export class FormState {
  private readonly open = new Map<string, boolean>();
  /** Where the focus goes once the form shows the text after a change. */
  private wanted: string | undefined;

  isOpen(key: string, byDefault: boolean): boolean {
    return this.open.get(key) ?? byDefault;
  }

  setOpen(key: string, open: boolean): void {
    this.open.set(key, open);
  }

  /** The next form that has the pointer focuses its first control. */
  focusNext(pointer: string | undefined): void {
    this.wanted = pointer;
  }

  takeFocus(): string | undefined {
    const { wanted } = this;
    this.wanted = undefined;
    return wanted;
  }

  /** Entries of a list have other indexes now; undefined for one that is gone. */
  renumber(list: string, indexOf: (index: number) => number | undefined): void {
    const moved: (readonly [string, boolean])[] = [];
    for (const [key, open] of [...this.open]) {
      const found = key.startsWith(`${list}/`) ? /^(\d+)(.*)$/s.exec(key.slice(list.length + 1)) : null;
      if (!found) continue;
      this.open.delete(key);
      const index = indexOf(Number(found[1]));
      if (index !== undefined) moved.push([`${list}/${index}${found[2]}`, open]);
    }
    for (const [key, open] of moved) this.open.set(key, open);
  }
}
