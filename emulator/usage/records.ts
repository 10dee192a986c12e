import { seededRandom } from "../wire/random";

/** Requests of one day with all dimensions. Counts: 2xx + 3xx + 4xx + 5xx are all requests. */
export interface UsageRow {
  /** `yyyy-MM-dd` in UTC. */
  readonly day: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly templateUri: string;
  readonly httpMethod: string;
  readonly platform: string;
  readonly requests: number;
  readonly status200: number;
  readonly status300: number;
  /** All 4xx, including 429. */
  readonly status400: number;
  readonly status429: number;
  readonly status500: number;
}

interface Operation {
  readonly method: string;
  readonly template: string;
  /** Requests on an ordinary weekday. */
  readonly daily: number;
  /** Fraction of requests with a 429 on a bad day. */
  readonly limited?: number;
}

interface Client {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly users: readonly string[];
  readonly organizations: readonly string[];
  /** Part of the weekday traffic that is left on Saturday and Sunday. */
  readonly weekend: number;
  /** Fraction of the traffic at the minimum of a two-year cycle. */
  readonly ebb: number;
  readonly operations: readonly Operation[];
  /** Runs on Mondays only. */
  readonly mondays?: boolean;
  /** Belongs to the service itself; the legacy query omits it. */
  readonly builtIn?: boolean;
}

const HOME = "0e6a4a52-1f0b-4f3d-8d7e-6a1f0c9b2d11";
const PARTNER = "9b1c77d0-52e4-4c1b-9a70-3f8e5d2c6b22";
const user = (n: number) => `7c00000${n}-5a3e-4b7d-9c21-0f4e8a6d1b3c`;

const CLIENTS: readonly Client[] = [
  {
    id: "a1f0c3d2-7b64-4e0e-8f15-2c9d3b7a6e01",
    name: "Order sync",
    platform: "Integration",
    users: [user(1)],
    organizations: [HOME],
    weekend: 0.3,
    ebb: 0.7,
    operations: [
      { method: "GET", template: "api/v2/externalcontacts/contacts", daily: 9000, limited: 0.12 },
      { method: "POST", template: "api/v2/externalcontacts/contacts", daily: 2600, limited: 0.2 },
      { method: "PUT", template: "api/v2/externalcontacts/contacts/{contactId}", daily: 3100, limited: 0.05 },
    ],
  },
  {
    id: "b2e1d4c3-8a75-4f1f-9e26-3d0e4c8b7f02",
    name: "Wallboard",
    platform: "Desktop",
    users: [user(2), user(3), user(4)],
    organizations: [HOME],
    weekend: 0.6,
    ebb: 1.1,
    operations: [
      { method: "POST", template: "api/v2/analytics/queues/observations/query", daily: 4200, limited: 0.06 },
      { method: "GET", template: "api/v2/routing/queues", daily: 1400 },
      { method: "GET", template: "api/v2/users/{userId}/presences/{sourceId}", daily: 2300 },
    ],
  },
  {
    id: "c3d2e5b4-9b86-4a20-8d37-4e1f5d9c8a03",
    name: "Nightly export",
    platform: "Integration",
    users: [user(5)],
    organizations: [HOME],
    weekend: 1,
    ebb: 0.9,
    operations: [
      { method: "POST", template: "api/v2/analytics/conversations/details/jobs", daily: 60 },
      { method: "GET", template: "api/v2/analytics/conversations/details/jobs/{jobId}/results", daily: 900 },
      {
        method: "GET",
        template: "api/v2/conversations/{conversationId}/recordings",
        daily: 5200,
        limited: 0.25,
      },
    ],
  },
  {
    id: "d4c3f6a5-0c97-4b31-9c48-5f2a6e0d9b04",
    name: "Chat bot",
    platform: "Web",
    users: [user(6)],
    organizations: [HOME, PARTNER],
    weekend: 0.8,
    ebb: 0.05,
    operations: [
      { method: "POST", template: "api/v2/conversations/messages/{conversationId}/messages", daily: 7600 },
      { method: "GET", template: "api/v2/knowledge/knowledgebases/{knowledgeBaseId}/documents", daily: 1900 },
      { method: "PATCH", template: "api/v2/conversations/{conversationId}/participants", daily: 480 },
    ],
  },
  {
    id: "e5b4a7f6-1da8-4c42-8b59-6a3b7f1e0c05",
    name: "Roster import",
    platform: "Integration",
    users: [user(5), user(7)],
    organizations: [HOME],
    weekend: 0,
    ebb: 1,
    mondays: true,
    operations: [
      { method: "GET", template: "api/v2/users", daily: 40 },
      { method: "POST", template: "api/v2/users", daily: 12 },
      { method: "DELETE", template: "api/v2/users/{userId}", daily: 5 },
      { method: "HEAD", template: "api/v2/users/{userId}", daily: 230 },
    ],
  },
  {
    id: "purecloud-builtin",
    name: "purecloud-builtin",
    platform: "Browser",
    users: [user(2), user(3), user(4), user(7)],
    organizations: [HOME],
    weekend: 0.2,
    ebb: 0.8,
    builtIn: true,
    operations: [
      { method: "GET", template: "api/v2/users/me", daily: 3600 },
      { method: "POST", template: "api/v2/notifications/channels", daily: 1300 },
      { method: "GET", template: "api/v2/conversations", daily: 5400 },
    ],
  },
];

/** Ids of the clients that the service itself has. */
export const BUILT_IN_CLIENTS = new Set(CLIENTS.filter((client) => client.builtIn).map(({ id }) => id));

/** Whether there is a client with this id. */
export function isUsageClient(id: string): boolean {
  return CLIENTS.some((client) => client.id === id);
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days before the current one for which there is usage. */
const KEPT_DAYS = 400;
const days = new Map<string, readonly UsageRow[]>();

/**
 * The usage of the days `from` to `to`, both included. A day always has the same usage. There is none for the day of
 * `now` (milliseconds) and later, because the service counts a day when it is over, and none for days that are more than
 * 400 days past.
 */
export function usageBetween(from: string, to: string, now: number): UsageRow[] {
  const today = Math.floor(now / DAY_MS);
  const first = Math.max(dayNumber(from), today - KEPT_DAYS);
  const last = Math.min(dayNumber(to), today - 1);
  const rows: UsageRow[] = [];
  for (let number = first; number <= last; number++) rows.push(...usageOf(number));
  return rows;
}

function dayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

function usageOf(number: number): readonly UsageRow[] {
  const day = new Date(number * DAY_MS).toISOString().slice(0, 10);
  let rows = days.get(day);
  if (!rows) {
    rows = CLIENTS.flatMap((client) => clientUsage(client, number, day));
    days.set(day, rows);
  }
  return rows;
}

function clientUsage(client: Client, number: number, day: string): UsageRow[] {
  const weekday = new Date(number * DAY_MS).getUTCDay();
  if (client.mondays && weekday !== 1) return [];
  // Random numbers depend only on the day and the client.
  const random = seededRandom(number * 31 + CLIENTS.indexOf(client));
  const noise = 0.8 + 0.4 * random();
  const badDay = random() < 0.12;
  const incident = seededRandom(number * 7 + 3)() < 0.015;
  const growth = client.ebb + (1 - client.ebb) * tide(number);
  const traffic = noise * growth * (weekday === 0 || weekday === 6 ? client.weekend : 1);
  const parties = client.organizations.flatMap((organizationId, i) =>
    client.users.map((userId, j) => ({ organizationId, userId, share: 1 / (1 + 2 * i + j) })),
  );
  const shares = parties.reduce((total, { share }) => total + share, 0);
  return client.operations.flatMap((operation) =>
    parties.flatMap(({ organizationId, userId, share }) => {
      const requests = Math.round(
        ((operation.daily * traffic * share) / shares) *
          (badDay && operation.limited ? 1.6 : 1) *
          (0.9 + 0.2 * random()),
      );
      const part = (ratio: number) =>
        Math.min(requests, Math.round(requests * ratio * (0.7 + 0.6 * random())));
      const status429 = part((operation.limited ?? 0) * (badDay ? 1 : 0.02));
      const status400 = Math.min(requests, status429 + part(0.006));
      const status500 = Math.min(requests - status400, part(incident ? 0.09 : 0.0004));
      const status300 = Math.min(
        requests - status400 - status500,
        part(operation.method === "GET" ? 0.004 : 0),
      );
      if (requests === 0) return [];
      const row: UsageRow = {
        day,
        clientId: client.id,
        clientName: client.name,
        userId,
        organizationId,
        templateUri: operation.template,
        httpMethod: operation.method,
        platform: client.platform,
        requests,
        status200: requests - status300 - status400 - status500,
        status300,
        status400,
        status429,
        status500,
      };
      return [row];
    }),
  );
}

/** From 0 to 1 and back within two years. */
function tide(number: number): number {
  return (1 - Math.cos((number / 730) * 2 * Math.PI)) / 2;
}
