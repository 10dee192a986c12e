import { startCompare } from "./compare/compare";
import { startPreview } from "./picture/preview";

// One bundle, because most of it is what both draw with.
if (document.body.dataset["page"] === "compare") startCompare();
else startPreview();
