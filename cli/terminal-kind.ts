type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals that show links in the way of OSC 8; others may print the address, so they get none. */
const WITH_LINKS = /^(?:iTerm\.app|vscode|WezTerm|ghostty|Hyper|rio|Tabby|WarpTerminal)$/;

/** Whether a terminal shows links. `FORCE_HYPERLINK` decides it, as for other programs. */
export function showsLinks(env: Environment): boolean {
  const forced = env["FORCE_HYPERLINK"];
  if (forced !== undefined) return forced !== "" && forced !== "0";
  if (env["CI"] || env["TERM"] === "dumb") return false;
  return (
    WITH_LINKS.test(env["TERM_PROGRAM"] ?? "") ||
    Number(env["VTE_VERSION"] ?? 0) >= 5000 ||
    Boolean(env["WT_SESSION"] || env["KONSOLE_VERSION"]) ||
    /^(?:xterm-kitty|alacritty|foot|xterm-ghostty)/.test(env["TERM"] ?? "")
  );
}

/** Whether the output is the log of a pipeline that takes lines of it for commands. */
export function isPipelineLog(env: Environment): boolean {
  return Boolean(env["GITHUB_ACTIONS"] || env["TF_BUILD"] || env["TEAMCITY_VERSION"]);
}

/**
 * Text for the log of a pipeline, in which no name or title is taken for a command: `::error::…` at the start of a line,
 * `##[error]…` or `##vso[…]` anywhere.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1: ").replace(/##(?=\w*\[)/g, "# #");
}
