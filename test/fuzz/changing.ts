import fc from "fast-check";
import { Dashboard } from "../../core/dashboard";
import { readDocument, syntaxErrors } from "../../core/document/reader";
import { applyEdits, editDocument } from "../../core/edit/edit";
import { unambiguousEdits } from "../../core/features/changing/fixes";
import { applyGesture } from "../../core/features/changing/gestures";
import { boardOf } from "../../core/features/changing/gestures/board-of";
import { merge3 } from "../../core/sync/merge";
import { reconcile } from "../../core/sync/reconcile";
import { gestureOn, whims } from "../property/boards";
import { change, choose, modelOf, picks, show } from "../property/edit-model";
import { walk } from "../property/incremental-walk";
import { dashboard as dashboards } from "../support/dashboard-arbitraries";
import { randomText } from "./reading";
import { Chance, type Target } from "./target";

/** One value of an arbitrary. */
function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0]!;
}

function isSound(text: string): boolean {
  return syntaxErrors(readDocument(text)).length === 0;
}

const edits: Target = {
  name: "edits",
  run(seed) {
    const chance = new Chance(seed);
    const text = randomText(chance);
    const document = readDocument(text);
    const { root } = document;
    if (!root || document.problems.length > 0) return 1;
    const model = modelOf(text, root);
    const step = choose(model, sample(picks, seed));
    if (!step) return 1;
    const result = editDocument(document, [step]);
    if (!result.ok) return 1;
    const after = readDocument(applyEdits(text, result.edits));
    if (after.problems.length > 0 || !after.root) throw new Error(`${step.op} leaves broken JSON behind`);
    const expected = show(change(model, step));
    if (show(modelOf(after.text, after.root)) !== expected) throw new Error(`${step.op} does something else`);
    return 1;
  },
};

const fixes: Target = {
  name: "fixes",
  run(seed) {
    const dashboard = new Dashboard(randomText(new Chance(seed)));
    const found = unambiguousEdits(dashboard, {});
    if (found.length === 0) return 1;
    const text = applyEdits(dashboard.text, found);
    if (isSound(dashboard.text) && !isSound(text)) throw new Error("fixes break a text that was sound");
    return 1;
  },
};

const gestures: Target = {
  name: "gestures",
  run(seed) {
    const chance = new Chance(seed);
    const text = chance.is(0.5)
      ? randomText(chance)
      : JSON.stringify(sample(dashboards, seed), null, chance.below(3));
    const before = new Dashboard(text);
    const result = applyGesture(before, gestureOn(boardOf(before), sample(whims, seed)));
    if (!result.ok) {
      if (!/^(?!internal).+\.$/s.test(result.reason)) throw new Error(`an odd reason: ${result.reason}`);
      return 1;
    }
    const after = applyEdits(text, result.edits);
    if (isSound(text) && !isSound(after)) throw new Error("a gesture breaks a text that was sound");
    boardOf(new Dashboard(after));
    return 1;
  },
};

const three = fc.tuple(dashboards, dashboards, dashboards);

const merge: Target = {
  name: "merge",
  run(seed) {
    const [base, local, remote] = sample(three, seed);
    const text = JSON.stringify(local, null, 2);
    const merged = merge3(base, readDocument(text), remote);
    if (merged.ok && !isSound(merged.text)) throw new Error("a merge leaves broken JSON behind");
    if (!merged.ok && merged.conflicts.length === 0) throw new Error("no merge, and no conflict");
    const unchanged = merge3(base, readDocument(text), base);
    if (unchanged.ok && unchanged.incoming.length > 0)
      throw new Error("something comes in although the other side has changed nothing");
    return 2;
  },
};

const reconciling: Target = {
  name: "reconcile",
  run(seed) {
    const chance = new Chance(seed);
    const [local, , remote] = sample(three, seed);
    const text = chance.is(0.7) ? JSON.stringify(local, null, chance.below(5)) : randomText(chance);
    const result = reconcile(readDocument(text), remote);
    if (!result.ok) return 1;
    const again = reconcile(readDocument(result.text), remote);
    if (!again.ok) throw new Error(`a reconciled text cannot be reconciled: ${again.reason}`);
    if (again.edits.length > 0) throw new Error("a reconciled text is not as the remote one");
    return 2;
  },
};

const incremental: Target = {
  name: "incremental",
  run: (seed) => walk(seed, 20).steps,
};

export const changingTargets: readonly Target[] = [edits, fixes, gestures, merge, reconciling, incremental];
