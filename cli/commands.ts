import { EMULATOR_OPTIONS, EMULATOR_USAGE } from "../emulator/options";
import { runEmulator } from "../emulator/run";
import { MCP } from "./agents/command";
import { CATALOG } from "./catalog";
import { completionCommand } from "./completion/command";
import { CONVERT } from "./convert";
import { DELETE } from "./deploy/delete";
import { DIFF } from "./deploy/diff";
import { LIST } from "./deploy/list";
import { PULL } from "./deploy/pull";
import { PUSH } from "./deploy/push";
import { TARGET_OPTIONS } from "./deploy/target";
import { DOCTOR } from "./doctor";
import { FORMAT } from "./format";
import { NEW } from "./new";
import type { Command } from "./options/command";
import { PROBE } from "./probe/probe";
import { RENDER } from "./render/render";
import { RULES } from "./rules";
import { TRUST } from "./trust/command";
import { USAGE } from "./usage/usage";
import { VALIDATE } from "./validate";

declare const MOSAIC_VERSION: string;

/** `mosaic emulator`, which reads its own command line: it can also run without the rest of Mosaic. */
const EMULATOR: Command = {
  name: "emulator",
  summary: "run a local emulator of the services",
  ...EMULATOR_USAGE,
  options: EMULATOR_OPTIONS,
  run: (args, io) => runEmulator([...args], MOSAIC_VERSION, io),
};

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  VALIDATE,
  NEW,
  PUSH,
  PULL,
  DIFF,
  LIST,
  DELETE,
  CONVERT,
  RENDER,
  FORMAT,
  CATALOG,
  PROBE,
  RULES,
  USAGE,
  TRUST,
  EMULATOR,
  MCP,
  DOCTOR,
  completionCommand(() => COMMANDS),
];

/** What docs/cli.md has tables of. */
export const DESCRIBED = { commands: COMMANDS, target: TARGET_OPTIONS };
