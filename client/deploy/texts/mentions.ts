/**
 * Where texts of a value name a project: as `projects/ID/…`, or as a resource label or filter says it.
 *
 * @returns paths such as `mosaicLayout.tiles[2].widget.alertChart.name`, in the order of the value
 */
export function mentionsOf(value: unknown, project: string): string[] {
  const escaped = project.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const word = new RegExp(
    `projects/${escaped}(?![\\w-])|project_id"?\\s*(?:=~?|:)\\s*\\\\?"${escaped}\\\\?"`,
  );
  const out: string[] = [];
  const walk = (part: unknown, path: string): void => {
    if (typeof part === "string") {
      if (word.test(part)) out.push(path);
    } else if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) walk(item, `${path}[${index}]`);
    } else if (typeof part === "object" && part !== null) {
      for (const [key, inner] of Object.entries(part)) {
        if (path !== "" || key !== "name") walk(inner, path === "" ? key : `${path}.${key}`);
      }
    }
  };
  walk(value, "");
  return out;
}
