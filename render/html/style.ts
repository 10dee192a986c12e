import { THEMES, type Theme } from "../theme";

/** The style sheet of a comparison in HTML. */
export function styleSheet(theme: "light" | "dark" | "both"): string {
  const scheme =
    theme === "both"
      ? `:root{color-scheme:light dark;${variables(THEMES.light)}}@media (prefers-color-scheme:dark){:root{${variables(THEMES.dark)}}}`
      : `:root{color-scheme:${theme};${variables(THEMES[theme])}}`;
  return `${scheme}${RULES}`;
}

function variables({ ground, surface, words, faint, edge, focus, marks }: Theme): string {
  const own = { ground, surface, words, faint, edge, focus, ...marks };
  return Object.entries(own)
    .map(([name, value]) => `--${name}:${value};`)
    .join("");
}

const RULES = `
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--ground);color:var(--words);font:14px/1.45 Arial,Helvetica,"Liberation Sans",sans-serif}
header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;padding:12px 16px;background:var(--surface);border-bottom:1px solid var(--edge)}
h1{margin:0;font-size:18px}
.summary,.versions{color:var(--faint)}
.tools{position:sticky;top:0;z-index:3;display:none;flex-wrap:wrap;gap:6px 20px;align-items:center;padding:8px 16px;background:var(--surface);border-bottom:1px solid var(--edge)}
.has-script .tools{display:flex}
fieldset{display:flex;gap:12px;margin:0;padding:0;border:0}
legend{float:left;padding:0 8px 0 0;color:var(--faint)}
label{display:inline-flex;gap:5px;align-items:center}
.tools button{padding:4px 12px;color:var(--words);font:inherit;background:var(--ground);border:1px solid var(--edge);border-radius:4px;cursor:pointer}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.slide{flex:1 1 220px}
.slider{width:100%;accent-color:var(--focus)}
.colors{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0;padding:0;list-style:none}
.colors li{display:inline-flex;gap:6px;align-items:center}
.sign{width:14px;height:12px;border:2px solid;border-radius:3px}
.added{border-color:var(--added);background-color:var(--added)}
.removed{border-color:var(--removed);background-color:var(--removed)}
.moved,.resized{border-color:var(--moved);background-color:var(--moved)}
.changed{border-color:var(--changed);background-color:var(--changed)}
.sign{background-color:transparent}
.sign.removed{border-style:dashed}
main{display:grid;grid-template-columns:minmax(0,1fr) minmax(240px,340px);align-items:start}
.stage{--cut:50%;position:relative;display:grid;grid-template-columns:1fr;gap:16px;min-width:0}
.pane{position:relative;min-width:0;margin:0}
.pane svg{display:block;width:100%;height:auto}
.pane figcaption{padding:8px 16px 0;font-weight:700}
.has-script .stage[data-view=slider]{cursor:ew-resize;touch-action:pan-y;user-select:none}
.stage[data-view=slider] .pane{grid-area:1/1}
.stage[data-view=slider] .pane-before{clip-path:inset(0 calc(100% - var(--cut)) 0 0)}
.stage[data-view=slider] .pane-after{clip-path:inset(0 0 0 var(--cut))}
.stage[data-view=slider] .pane-after figcaption{text-align:right}
.stage[data-view=slider]::after{position:absolute;top:0;bottom:0;left:var(--cut);width:3px;margin-left:-1.5px;content:"";background:var(--focus)}
.stage[data-view=both]{grid-template-columns:1fr 1fr;gap:0}
.stage[data-view=before] .pane-after,.stage[data-view=after] .pane-before{display:none}
.stage.is-plain .marks{display:none}
.box{position:relative}
.hint{position:absolute;margin:-5px;padding:5px;box-sizing:content-box;border:3px solid var(--focus);border-radius:8px;pointer-events:none;scroll-margin:80px}
.list{position:sticky;top:48px;max-height:calc(100vh - 60px);padding:8px 12px;overflow:auto;border-left:1px solid var(--edge)}
h2{margin:4px 4px 8px;font-size:15px}
ol{margin:0;padding:0;list-style:none}
.change{display:block;width:100%;margin:0 0 4px;padding:6px 8px;color:inherit;font:inherit;text-align:start;overflow-wrap:anywhere;background:none;border:1px solid transparent;border-radius:4px;cursor:pointer}
.change:hover,.change[aria-current]{background:var(--surface);border-color:var(--edge)}
.change[aria-current]{border-color:var(--focus)}
.number{display:inline-block;min-width:22px;margin-right:6px;padding:0 4px;color:var(--ground);font-size:12px;font-weight:700;text-align:center;border-radius:4px;background-color:var(--faint)}
.number.added{background-color:var(--added)}
.number.removed{background-color:var(--removed)}
.number.moved,.number.resized{background-color:var(--moved)}
.number.changed{background-color:var(--changed)}
.kind{color:var(--faint)}
.words{display:block;padding-left:28px}
.heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
footer{padding:8px 16px 16px;color:var(--faint);font-size:12px}
@media (max-width:900px){main{grid-template-columns:minmax(0,1fr)}.list{position:static;max-height:none;border:0}}
@media print{.tools{display:none!important}.stage .pane{clip-path:none!important;grid-area:auto!important}}
`.replace(/\n/g, "");
