import type { Finding } from "../finding";
import type { Config, RuleSettings } from "./config";

/** Matches a path, relative to the folder that holds `.mosaic` and with `/`, against a glob. */
export type MatchesGlob = (path: string, glob: string) => boolean;

/** The settings that count for one file: the general ones, then every override that names it, later ones winning. */
export function settingsFor(config: Config, path: string, matches: MatchesGlob): RuleSettings {
  const settings = { ...config.rules };
  for (const { files, rules } of config.overrides) {
    if (files.some((glob) => matches(path, glob))) Object.assign(settings, rules);
  }
  return settings;
}

/** Findings with the severities of the settings; the ones that are "off" are left out. */
export function applySettings(findings: readonly Finding[], settings: RuleSettings): Finding[] {
  return findings.flatMap((finding) => {
    const setting = Object.hasOwn(settings, finding.code) ? settings[finding.code] : undefined;
    if (setting === "off") return [];
    return [setting === undefined ? finding : { ...finding, severity: setting }];
  });
}
