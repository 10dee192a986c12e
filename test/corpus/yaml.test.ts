import { describe, expect, it } from "vitest";
import { jsonToYaml, yamlToJson } from "../../core/convert/convert";
import { Dashboard } from "../../core/dashboard";
import { valueOf } from "../../core/document/node";
import { readDocument } from "../../core/document/reader";
import { editDocument } from "../../core/edit/edit";
import { normalFormOf } from "../../core/sync/normal-form";
import { singleYamlDocument } from "../../core/yaml/dashboards";
import { yamlText } from "../../core/yaml/text";
import { corpusFiles, hasCorpus } from "./corpus";

describe.skipIf(!hasCorpus)("real dashboards as YAML", () => {
  it.each(corpusFiles())("$name", ({ text }) => {
    const json = readDocument(text);
    if (!json.root || json.problems.some(({ severity }) => severity === "error")) return;
    const value = valueOf(json.root);
    const yaml = singleYamlDocument(yamlText(value));
    const there = jsonToYaml(text);
    if (!there.ok) throw new Error(there.reason);
    expect(normalFormOf(singleYamlDocument(there.text))).toEqual(normalFormOf(json));
    const back = yamlToJson(there.text);
    if (!back.ok) throw new Error(back.reason);
    expect(normalFormOf(readDocument(back.text))).toEqual(normalFormOf(json));
    expect(yaml.problems).toEqual([]);
    expect(normalFormOf(yaml)).toEqual(normalFormOf(json));
    const codes = (dashboard: Dashboard) =>
      dashboard.findings.map(({ code, message }) => `${code} ${message}`).sort();
    expect(codes(Dashboard.of(yaml))).toEqual(codes(new Dashboard(JSON.stringify(value))));
    // Back to the same JSON, and nothing to write where nothing has changed.
    expect(normalFormOf(readDocument(JSON.stringify(valueOf(yaml.root!))))).toEqual(normalFormOf(json));
    expect(editDocument(yaml, [{ op: "set", path: [], value }])).toMatchObject({ ok: true, edits: [] });
  });
});
