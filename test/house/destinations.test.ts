import { readFileSync } from "node:fs";
import path from "node:path";
import { glob } from "tinyglobby";
import { expect, it } from "vitest";

const root = path.resolve(__dirname, "../..");

/** What has to do with sending a credential, and the only files that may. */
const DOORS: readonly [what: string, pattern: RegExp, files: readonly string[]][] = [
  ["make a client", /new HttpClient\(/, ["api/profile.ts", "api/usage/index.ts", "api/usage/oauth.ts"]],
  ["send a request", /(?<![\w.])fetch\s*\(|\.fetch \?\?/, ["api/http.ts", "cli/proxy.ts"]],
  [
    "write a header with a credential",
    /["'`]?(proxy-)?authorization["'`]?\s*[:\]]/i,
    ["api/credentials/source.ts", "api/usage/oauth.ts", "cli/proxy.ts"],
  ],
  ["ask gcloud for a token", /["'`]print-access-token["'`]/, ["api/credentials/gcloud.ts"]],
];

it("a credential leaves by few doors, behind which a destination is asked for", async () => {
  const files = await glob(["{api,cli,client,core,disk,mcp,server}/**/*.ts"], {
    cwd: root,
    ignore: ["**/*.test.ts", "core/schema/generated/**", "client/webview/**"],
  });
  const found = DOORS.map(([what, pattern, allowed]) => {
    const users = files.filter((file) => pattern.test(readFileSync(path.join(root, file), "utf8"))).sort();
    return [what, users, [...allowed].sort()] as const;
  });
  for (const [what, users, allowed] of found) expect([what, users]).toEqual([what, allowed]);
});
