import { toTable } from "../../api/usage/export";
import type { UsageResult } from "../../api/usage/index";
import { sumCounts } from "../../api/usage/totals";

/** A result as a table for a terminal, with a heading. */
export function usageTable({ records, interval, query }: UsageResult): string {
  const { from, to } = interval;
  const who = query.clientId === undefined ? "" : ` of client ${query.clientId}`;
  const head = `API usage${who} from ${from} to ${to} (UTC)`;
  if (records.length === 0) return `${head}: none\n`;
  const totals = sumCounts(records);
  // Show first who exceeds the rate limits.
  const limited = totals.status429 === 0 ? "no 429s" : `${totals.status429.toLocaleString("en-US")} 429s`;
  // The heading names the client of the whole table.
  const shown = query.clientId === undefined ? records : records.map((one) => ({ ...one, clientId: "" }));
  const { columns, rows, total } = toTable(shown);
  const lines = [columns.map(({ title }) => title), ...rows, total].map((cells) => cells.map(plain));
  const widths = columns.map((_, i) => Math.max(...lines.map((cells) => cells[i]!.length)));
  const text = lines.map((cells) =>
    cells
      .map((cell, i) => (columns[i]!.right ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return `${[`${head}, ${limited}`, "", text[0]!, rule, ...text.slice(1, -1), rule, text.at(-1)!].join("\n")}\n`;
}

/** Names come from the service, so remove control characters. */
function plain(cell: string): string {
  return cell.replace(/\p{Cc}/gu, " ");
}
