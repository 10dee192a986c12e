import type { FileForm } from "../document/file-form";
import { yamlDashboards } from "./dashboards";
import { isYamlName } from "./names";

/** YAML: each document is a dashboard, at its number. */
export const yamlFileForm: FileForm = {
  id: "yaml",
  isEmbedded: false,
  hasName: isYamlName,
  read: (text) =>
    yamlDashboards(text).map(({ number, name, nameSpan, part, document }) => ({
      address: String(number),
      name,
      nameSpan,
      part,
      document,
    })),
};
