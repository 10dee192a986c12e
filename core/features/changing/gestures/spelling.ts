import type { Dashboard } from "../../../dashboard";
import { childrenOf, type Node } from "../../../document/node";
import { memberProperty } from "../../../schema/canonical";
import { type MessageType, snakeCase } from "../../../schema/messages";
import { isObject } from "../../../shape";

/** How a file spells member names and numbers; what is added to it follows. */
export class NamingStyle {
  private snake: boolean | undefined;

  constructor(private readonly dashboard: Dashboard) {}

  /** The key of a member: the one that the object has, else in the spelling that the file has. */
  key(object: Node | undefined, name: string): string {
    if (object?.kind === "object") {
      const present = memberProperty(object, name)?.key;
      if (present !== undefined) return present;
      // A member set to null is not there, but its key is taken.
      const taken = object.properties.find(({ key }) => key === name || key === snakeCase(name));
      if (taken) return taken.key;
    }
    return this.name(name);
  }

  /** A member's name in the spelling that the file has. */
  name(name: string): string {
    return this.isSnake ? snakeCase(name) : name;
  }

  /** A number as the one before it was written: in quotes or not. */
  number(value: number, like: Node | undefined): number | string {
    return like?.kind === "string" ? String(value) : value;
  }

  /** A value in canonical names, spelled as the file is. */
  value(value: unknown, type: MessageType | undefined): unknown {
    if (!this.isSnake || !type) return value;
    if (Array.isArray(value)) return value.map((item) => this.value(item, type));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const field = type.field(name);
        return [field?.protoName ?? name, this.value(member, field?.message)];
      }),
    );
  }

  private get isSnake(): boolean {
    this.snake ??= this.firstTelling(this.dashboard.document.root) === "snake";
    return this.snake;
  }

  /** The naming style of the first member that shows one. */
  private firstTelling(node: Node | undefined): "snake" | "camel" | undefined {
    const open: Node[] = node ? [node] : [];
    for (let next = open.pop(); next; next = open.pop()) {
      if (next.kind === "object") {
        const type = this.dashboard.canonical.messageOf(next);
        for (const { key } of next.properties) {
          const field = type?.field(key);
          if (field && field.name !== field.protoName) return key === field.protoName ? "snake" : "camel";
        }
      }
      open.push(...[...childrenOf(next)].reverse());
    }
    return undefined;
  }
}
