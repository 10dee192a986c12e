import { inertText } from "../../core/inert-text";
import { remoteOf } from "../remote";
import { object } from "../schema";
import { tool } from "../tool";
import { NOTICE, NOTICE_TEXT } from "./common";

/** The dashboards of the service. */
export const LIST_REMOTE = tool({
  name: "list_remote_dashboards",
  title: "Dashboards of the project",
  description:
    "Lists dashboards of the configured Google Cloud project: id, title and the local file, as far as one is known.",
  input: object({
    words: { type: "string", description: "only dashboards whose title or id has all of these words" },
    offset: { type: "integer", minimum: 0, description: "dashboards to skip; 0 by default" },
  }),
  output: object(
    {
      target: { type: "string" },
      dashboards: {
        type: "array",
        items: object({ id: { type: "string" }, title: { type: "string" }, file: { type: "string" } }, [
          "id",
          "title",
        ]),
      },
      more: { type: "integer", description: "dashboards after these" },
      notice: NOTICE,
    },
    ["target", "dashboards", "notice"],
  ),
  readOnly: true,
  openWorld: true,
  async run({ words = "", offset = 0 }, session, { mcpReq }) {
    const { target, dashboards } = await remoteOf(session).list(mcpReq.signal);
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const found = dashboards.filter(({ id, title }) => {
      const text = `${id} ${title}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    const shown = found.slice(offset, offset + MOST);
    const more = found.length - offset - shown.length;
    return {
      structured: {
        target: inertText(target),
        dashboards: shown.map(({ id, title, file }) => ({
          id: inertText(id, 100),
          title: inertText(title, 120),
          ...(file !== undefined && { file: inertText(file) }),
        })),
        ...(more > 0 && { more }),
        notice: NOTICE_TEXT,
      },
    };
  },
});

/** Dashboards in one answer. */
const MOST = 50;
