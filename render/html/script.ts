/**
 * The script of a comparison in HTML. It is text, because it runs in the reader's browser: no module of Mosaic is there. Nothing
 * of a file is in it; it reads places from the attributes of the list and sets styles by the object model.
 */
export const SCRIPT = `"use strict";
(() => {
  const stage = document.querySelector(".stage");
  const slider = document.querySelector(".slider");
  const live = document.querySelector("[aria-live]");
  const entries = [...document.querySelectorAll(".change")];
  const views = [...document.querySelectorAll("input[name=view]")];
  const hints = { before: document.querySelector(".hint-before"), after: document.querySelector(".hint-after") };
  let current = -1;

  const cut = (share) => {
    slider.value = String(share);
    stage.style.setProperty("--cut", share + "%");
  };
  const show = (view) => {
    for (const input of views) input.checked = input.value === view;
    stage.dataset.view = view;
  };
  const view = () => stage.dataset.view;
  const place = (entry, side) => {
    const text = entry.dataset[side];
    return text ? text.split(" ").map(Number) : undefined;
  };
  const hint = (side, box) => {
    const node = hints[side];
    node.hidden = box === undefined;
    if (!box) return;
    const svg = node.parentElement.querySelector("svg");
    const [width, height] = svg.getAttribute("viewBox").split(" ").slice(2).map(Number);
    node.style.setProperty("left", (box[0] / width) * 100 + "%");
    node.style.setProperty("width", (box[2] / width) * 100 + "%");
    const tall = svg.getBoundingClientRect().height;
    node.style.setProperty("top", (box[1] / height) * tall + "px");
    node.style.setProperty("height", (box[3] / height) * tall + "px");
  };
  const select = (index) => {
    if (entries.length === 0) return;
    current = (index + entries.length) % entries.length;
    const entry = entries[current];
    for (const other of entries) other.toggleAttribute("aria-current", other === entry);
    entry.scrollIntoView({ block: "nearest" });
    const [before, after] = [place(entry, "before"), place(entry, "after")];
    if (view() === "before" && !before && after) show("after");
    if (view() === "after" && !after && before) show("before");
    if (view() === "slider" && !before && after) cut(0);
    if (view() === "slider" && before && !after) cut(100);
    hint("before", before);
    hint("after", after);
    const shown = view() === "before" ? hints.before : after ? hints.after : hints.before;
    if (!shown.hidden) shown.scrollIntoView({ block: "center", inline: "nearest" });
    live.textContent = "Change " + (current + 1) + " of " + entries.length + ": " + entry.textContent;
  };

  slider.addEventListener("input", () => cut(Number(slider.value)));
  for (const input of views) input.addEventListener("change", () => show(input.value));
  document.querySelector(".marks-toggle").addEventListener("change", (event) => {
    stage.classList.toggle("is-plain", !event.target.checked);
  });
  for (const [index, entry] of entries.entries()) entry.addEventListener("click", () => select(index));
  document.querySelector(".next").addEventListener("click", () => select(current + 1));
  document.querySelector(".previous").addEventListener("click", () => select(current < 0 ? -1 : current - 1));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "n" || event.key === "j") select(current + 1);
    else if (event.key === "p" || event.key === "k") select(current < 0 ? -1 : current - 1);
  });
  let held = false;
  const follow = (event) => {
    const box = stage.getBoundingClientRect();
    cut(Math.round(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) * 1000) / 10);
  };
  stage.addEventListener("pointerdown", (event) => {
    if (view() !== "slider" || event.button !== 0) return;
    held = true;
    stage.setPointerCapture(event.pointerId);
    follow(event);
  });
  stage.addEventListener("pointermove", (event) => held && follow(event));
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, () => (held = false));
  addEventListener("resize", () => {
    if (current >= 0) {
      hint("before", place(entries[current], "before"));
      hint("after", place(entries[current], "after"));
    }
  });
  document.body.classList.add("has-script");
  cut(50);
  show("slider");
})();
`;
