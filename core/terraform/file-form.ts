import type { FileDashboard, FileForm } from "../document/file-form";
import {
  isTerraformName,
  type LocalUse,
  localUses,
  mayHoldDashboards,
  mayHoldLocalDashboards,
  terraformDashboards,
} from "./dashboards";

/** Terraform code: each `google_monitoring_dashboard` is a dashboard, at its resource's address. */
export const terraformFileForm: FileForm = {
  id: "terraform",
  isEmbedded: true,
  hasName: isTerraformName,
  languages: ["terraform", "opentofu"],
  mayHold: (text, hasAround) => mayHoldDashboards(text) || (hasAround && mayHoldLocalDashboards(text)),
  around(others) {
    const uses = others.flatMap(localUses);
    return uses.length > 0 ? uses : undefined;
  },
  read(text, around) {
    const seen = new Map<string, number>();
    return terraformDashboards(text, around as readonly LocalUse[] | undefined).map(
      ({ address, name, nameSpan, block, document }): FileDashboard => {
        // Terraform rejects two resources with one address, but they exist while a block is copied.
        const count = (seen.get(address) ?? 0) + 1;
        seen.set(address, count);
        return {
          address: count === 1 ? address : `${address}#${count}`,
          name,
          nameSpan,
          part: block,
          document,
        };
      },
    );
  },
};
