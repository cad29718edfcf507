//! Style sheet of a page.

use super::palette::properties;

/// Style sheet of a page, with colours from [`palette`](super::palette).
pub(super) fn sheet() -> String {
    let (light, dark) = (properties(|colour| colour.light), properties(|colour| colour.dark));
    let mut sheet = format!(
        ":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"
    );
    for part in [PAGE, PARTS, TABLES, PLOTS, MEDIA] {
        sheet.extend(part.lines().map(str::trim));
    }
    // Paper is white, whatever the screen was.
    sheet.push_str(&format!("@media print{{:root{{color-scheme:light;{light}}}"));
    sheet.extend(PRINT.lines().map(str::trim));
    sheet.push('}');
    sheet
}

/// Page layout: one column of text; plots and tables may be wider.
const PAGE: &str = "
*{box-sizing:border-box}
html{font-size:106.25%;-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem) 4rem;max-width:54rem;background:var(--paper);color:var(--ink);
font-family:Charter,'Bitstream Charter','Iowan Old Style','Palatino Linotype',Palatino,'Source Serif 4',Georgia,Cambria,serif;
line-height:1.55;text-rendering:optimizeLegibility;overflow-wrap:break-word}
h1,h2,h3{line-height:1.2;font-weight:600;text-wrap:balance}
h1{font-size:clamp(1.7rem,5.5vw,2.5rem);letter-spacing:-.012em;margin:clamp(2.2rem,8vw,5rem) 0 1.3rem}
h2{font-size:clamp(1.3rem,4vw,1.6rem);margin:0 0 1rem}
h3{font-size:1.12rem;font-style:italic;font-weight:500;margin:2.8rem 0 .7rem}
p,dl,ul,ol{margin:0 0 1rem;max-width:40rem}
section{margin-top:4.5rem;padding-top:1.6rem;border-top:1px solid var(--hair)}
main:focus{outline:none}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.16em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
code,pre,.source{font-family:ui-monospace,'SF Mono',SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:.84em}
";

/// Everything except tables and plots.
const PARTS: &str = "
.skip{position:absolute;left:1rem;top:-6rem;background:var(--paper);padding:.6rem 1rem;z-index:1}
.skip:focus{top:.5rem}
.lead{font-size:1.12rem;line-height:1.5}
.made,footer{color:var(--quiet);font-size:.88rem}
footer{margin-top:4.5rem;padding-top:1.2rem;border-top:1px solid var(--hair)}
nav{margin-top:2.6rem}
nav h2{font-size:1rem;font-style:italic;font-weight:500;margin-bottom:.4rem}
nav ol{padding-left:1.7rem;line-height:1.7}
nav li::marker{color:var(--quiet);font-variant-numeric:tabular-nums}
dt{font-weight:600;margin-top:.9rem}
dd{margin:.1rem 0 0}
.terms{max-width:none;columns:2 20rem;column-gap:2.5rem;font-size:.9rem;line-height:1.45}
.terms div{break-inside:avoid;padding-bottom:.8rem}
.terms dt{margin:0}
.unit{color:var(--quiet);font-weight:400;font-size:.88em}
.wrong{color:var(--wrong)}
pre{margin:0;padding:1rem;background:var(--tint);line-height:1.4;width:max-content;min-width:100%}
details{margin:.7rem 0}
summary{cursor:pointer;color:var(--link);font-size:.88rem;padding:.25rem 0;width:fit-content}
details.lines{margin:0 0 0 1rem}
details.lines summary{padding:.3rem 0}
";

/// Tables with rules above and below, none between columns.
const TABLES: &str = "
.wide{overflow-x:auto;margin:1.2rem 0;max-width:100%}
table{border-collapse:collapse;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Ubuntu,sans-serif;
font-size:.79rem;line-height:1.35;font-variant-numeric:tabular-nums lining-nums;min-width:min(100%,28rem)}
caption{text-align:left;font-weight:600;padding:0 0 .55rem;color:var(--ink)}
th,td{text-align:left;vertical-align:baseline;padding:.32rem .9rem .32rem 0;font-weight:400}
th:last-child,td:last-child{padding-right:.2rem}
thead th{vertical-align:bottom;color:var(--quiet);border-top:1.5px solid var(--ink);border-bottom:1px solid var(--axis)}
tbody th{white-space:nowrap}
tbody tr+tr>*{border-top:1px solid var(--hair)}
tbody tr:last-child>*{border-bottom:1.5px solid var(--ink)}
.n{text-align:right;white-space:nowrap}
thead .n{white-space:normal;min-width:4.2rem}
.many thead .n{writing-mode:vertical-rl;writing-mode:sideways-lr;text-align:left;white-space:nowrap;min-width:0;padding:.45rem 0 .45rem .5rem}
.many{font-size:.72rem}
.many th,.many td{padding-right:.42rem}
.source{white-space:pre;tab-size:8;font-size:.95em}
.lines th,.lines td{padding-top:.16rem;padding-bottom:.16rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2rem}
.pair table{min-width:100%}
.lines thead .n{min-width:0}
.pair .n{width:1px}
.over>*{border-bottom:0;border-top:1.5px solid var(--ink);padding-bottom:0}
.over+tr th{border-top:0}
.never{color:var(--quiet)}
.notes{font-size:.84rem;color:var(--quiet);padding-left:1.1rem;line-height:1.45}
.notes li+li{margin-top:.25rem}
";

/// Plots: colours and lines of the classes.
const PLOTS: &str = "
figure{margin:1.2rem 0 2rem}
.plot{overflow-x:auto}
.narrow{display:none}
figcaption{font-size:.88rem;line-height:1.45;color:var(--quiet);max-width:40rem;margin-top:.6rem}
svg{display:block;width:100%;height:auto;min-width:37rem;max-width:48rem;
font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Ubuntu,sans-serif;font-variant-numeric:tabular-nums}
text{fill:var(--ink)}
.middle{text-anchor:middle}
.end{text-anchor:end}
.quiet{fill:var(--quiet)}
.part{fill:var(--quiet);font-style:italic}
.small{font-size:11px}
path{fill:none}
.hair{stroke:var(--hair)}
.axis{stroke:var(--axis)}
.one{stroke:var(--axis);stroke-width:1.5;stroke-dasharray:2 2}
.interval{stroke:var(--ink);stroke-width:1.2}
.compiled{stroke:var(--compiled);stroke-width:1.1}
.m0{--m:var(--machine-0)}
.m1{--m:var(--machine-1)}
.m2{--m:var(--machine-2)}
.m3{--m:var(--machine-3)}
path.m0,path.m1,path.m2,path.m3,rect.bar{fill:var(--m)}
text.m0,text.m1,text.m2,text.m3{fill:var(--m)}
path.line,path.thin{fill:none;stroke:var(--m);stroke-width:1.4}
path.thin{stroke-width:.6}
path.d1{stroke-dasharray:7 4}
path.d2{stroke-dasharray:2 3}
path.d3{stroke-dasharray:9 3 2 3}
rect.box{fill:var(--paper);stroke:var(--m);stroke-width:1.4}
path.mean{stroke:var(--paper);stroke-width:1}
path.hollow{fill:var(--paper);stroke:var(--m);stroke-width:1.5}
path.cloud{fill-opacity:.75}
.moves{fill:var(--moves)}
.arithmetic{fill:var(--arithmetic)}
.branches{fill:var(--branches)}
.jumps{fill:var(--jumps)}
.other{fill:var(--other)}
.hatch{stroke:var(--paper);stroke-width:.7;stroke-opacity:.42}
text.on{font-size:11px;fill:var(--paper);stroke-width:4;stroke-linejoin:round;paint-order:stroke}
.on.moves{stroke:var(--moves)}
.on.arithmetic{stroke:var(--arithmetic)}
.on.branches{stroke:var(--branches)}
.on.jumps{stroke:var(--jumps)}
.on.other{stroke:var(--other)}
";

/// Contrast and motion preferences, and small screens.
const MEDIA: &str = "
@media(prefers-contrast:more){:root{--quiet:var(--ink);--hair:var(--axis);--axis:var(--ink)}}
@media(forced-colors:active){svg{forced-color-adjust:none;--paper:Canvas;--ink:CanvasText;--quiet:CanvasText;--axis:CanvasText;
--hair:GrayText;--compiled:GrayText;--machine-0:CanvasText;--machine-1:CanvasText;--machine-2:CanvasText;--machine-3:CanvasText;
--moves:CanvasText;--arithmetic:CanvasText;--branches:CanvasText;--jumps:CanvasText;--other:CanvasText}}
@media(max-width:30rem){html{font-size:100%}section{margin-top:3rem}.terms{columns:1}}
@media screen and (max-width:30rem){.narrow{display:block}.broad{display:none}.narrow svg{min-width:0}}

";

/// In print, everything is expanded and nothing is cut.
const PRINT: &str = "
html{font-size:10pt}
body{max-width:none;padding:0}
h1{margin-top:0}
.skip{display:none}
nav{display:none}
.wide,.plot{overflow:visible}
table{font-size:7.5pt}
thead .n{min-width:0}
th,td{padding-right:.5rem}
.many{font-size:6.6pt}
.many th,.many td{padding-right:.34rem}
.many thead .n{padding-right:0}
svg{min-width:0;max-width:17cm}
figure,tr,.terms div{break-inside:avoid}
h2,h3,caption{break-after:avoid}
details:not([open])::details-content{content-visibility:visible;block-size:auto}
summary{color:var(--quiet)}
.source{white-space:pre-wrap}
a{color:inherit;text-decoration:none}
";
