// The dialog Share: a link with the source, or to the shown point of a run.

import { byId, grouped, sentence } from "./dom";
import { notify } from "./notice";
import type { Program } from "./program";
import { packed } from "./share";
import type { Workspace } from "./workspace";

/** Updates the link and the address; returns false if that fails. */
async function showLink(workspace: Workspace, program: Program, typed: string): Promise<boolean> {
  const shared = workspace.shared();
  if (byId<HTMLInputElement>("share-moment").checked) {
    shared.at = program.status?.now ?? null;
    shared.input ??= typed || null;
  }
  try {
    workspace.linked(await packed(shared));
    byId<HTMLInputElement>("link").value = location.href;
    return true;
  } catch (error) {
    notify(sentence(error));
    return false;
  }
}

/** Shows the dialog; `typed` is the input that was typed so far. */
export async function share(workspace: Workspace, program: Program, typed: string): Promise<void> {
  const { status, isStale, starter } = program;
  const hasMoment = status !== null && !isStale && !starter && status.now > 0;
  const moment = byId<HTMLInputElement>("share-moment");
  moment.checked = false;
  moment.disabled = !hasMoment;
  moment.onchange = () => void showLink(workspace, program, typed);
  byId("share-moment-text").textContent = hasMoment
    ? `Open the link at this point, after ${grouped(status.now)} instructions`
    : starter ? "Open the link at this point (not available for a solver with its puzzle)" : "Open the link at this point (run the program first)";
  if (await showLink(workspace, program, typed)) byId<HTMLDialogElement>("sharing").showModal();
  byId<HTMLInputElement>("link").select();
}
