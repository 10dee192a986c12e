import type { FileDashboard, FileForm } from "../document/file-form";
import { isTerraformName, terraformDashboards } from "./dashboards";

/** Terraform code: each `google_monitoring_dashboard` is a dashboard, at its resource's address. */
export const terraformFileForm: FileForm = {
  id: "terraform",
  isEmbedded: true,
  hasName: isTerraformName,
  read(text) {
    const seen = new Map<string, number>();
    return terraformDashboards(text).map(({ address, name, nameSpan, block, document }): FileDashboard => {
      // Terraform rejects two resources with one address, but they exist while a block is copied.
      const count = (seen.get(address) ?? 0) + 1;
      seen.set(address, count);
      return {
        address: count === 1 ? address : `${address}#${count}`,
        ...{ name, nameSpan, part: block, document },
      };
    });
  },
};
