import { createHash } from 'node:crypto';
import { DARK, LIGHT, type Palette } from './palette';

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour as string}`)
    .join(';');

const TONES = (['good', 'bad', 'warn', 'idle'] as const).map(
  (tone) => `.${tone}{background:var(--${tone});color:var(--${tone}Ink)}`,
);

/** On narrow screens, the rows of a list are stacked with a heading for each cell. */
const STACKED = [
  // Roles keep lists readable as tables for screen readers (see `list-table.ts`).
  '.list,.list tbody,.list tr{display:block}',
  '.list thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
  '.list td,.list th{min-width:0}',
  '.list tr{border:1px solid var(--line);border-radius:.4rem;margin:0 0 .75rem}',
  '.list td,.list th[scope=row]{display:flow-root;border:0}',
  '.list td{padding-left:7.25rem}',
  '.list th[scope=row]{background:var(--soft)}',
  '.list td::before{content:attr(data-label);float:left;width:6.25rem;margin-left:-6.5rem;color:var(--dim)}',
  '.list td:empty{display:none}',
];

const PHONE = [
  '.facts,.facts>tbody{display:block}',
  '.facts>tbody>tr{display:grid;grid-template-columns:38% minmax(0,1fr);border-bottom:1px solid var(--line)}',
  '.facts>tbody>tr>th,.facts>tbody>tr>td{border:0}',
  '.facts>tbody>tr>th{width:auto;padding-right:.25rem}',
  // Nested tables have no room beside a label.
  '.facts>tbody>tr:has(>td table),.facts>tbody>tr:has(>td ul){grid-template-columns:minmax(0,1fr)}',
  '.facts>tbody>tr:has(>td table)>td{padding:0 0 .45rem .75rem}',
  '.facts ul.records{padding:0}',
  '.card{margin-top:1rem;padding:0;border:0}',
  '.card button{width:100%}',
  '.filters label{flex:1 1 8rem}',
  '.filters input,.filters select{width:100%}',
  'header a,.pages a,footer a{padding:.35rem 0}',
];

const PRINTED = [
  'body{max-width:none;padding:0}',
  '.skip,.user,.filters,.pages a,footer{display:none}',
  'a{color:inherit;text-decoration:none}',
  'pre{white-space:pre-wrap}',
  'h2{break-after:avoid}',
  'tr,li{break-inside:avoid}',
];

/** The stylesheet of every page, included inline to save a request. */
export const PAGE_STYLE = [
  `:root{color-scheme:light dark;${variables(LIGHT)}}`,
  `@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}`,
  '*{box-sizing:border-box}',
  'body{margin:0 auto;max-width:72rem;padding:0 1rem 2rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}',
  'body.text{max-width:46rem}',
  'a{color:var(--link);text-underline-offset:.15em}',
  ':focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.2rem}',
  '.skip{position:absolute;left:-99rem;background:var(--paper);padding:.5rem 1rem}',
  '.skip:focus{left:.5rem;top:.5rem;z-index:1}',
  'header,.pages,footer{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;list-style:none;margin:0;padding:0}',
  'header{gap:.25rem 1.75rem;padding:.75rem 0;border-bottom:1px solid var(--line)}',
  'header a{text-decoration:none}',
  'header .user a{text-decoration:underline}',
  'header a:hover{text-decoration:underline}',
  '.brand{font-size:1.15rem;font-weight:700}',
  'a.brand{color:inherit}',
  '.user{margin-left:auto;color:var(--dim)}',
  'h1{font-size:1.6rem;line-height:1.25;margin:1rem 0}',
  'h2{font-size:1.15rem;margin:1.5rem 0 .5rem}',
  'table{border-collapse:collapse;width:100%}',
  'th,td{padding:.45rem .75rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}',
  'thead th{overflow-wrap:normal;background:var(--soft);border-bottom-width:2px;font-size:.9rem}',
  'th[scope=row]{font-weight:600}',
  '.facts>tbody>tr>th{width:14rem;color:var(--dim);font-weight:400}',
  '.list tbody tr:hover{background:var(--soft)}',
  '.list td,.list th{min-width:7.25rem}',
  '.list thead th{white-space:nowrap}',
  '.facts td{white-space:pre-line}',
  'ul,ol{margin:.25rem 0;padding-left:1.25rem}',
  'dl{margin:0}',
  'dt{margin-top:1rem}',
  'dd{margin:.15rem 0 0}',
  'section{margin-top:1.5rem}',
  'code,pre{font-family:ui-monospace,monospace;font-size:.9em}',
  'pre{padding:.75rem;border:1px solid var(--line);border-radius:.4rem;background:var(--soft);overflow-x:auto}',
  'main>ul{list-style:none;padding:0}',
  'main>ul>li{margin:.25rem 0}',
  'main>ul.records>li{margin:0 0 1.5rem}',
  'td ul{margin:0;list-style:none;padding:0}',
  'main>ul:not([class]):has(>li>a){display:grid;grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr));gap:.75rem}',
  'main>ul:not([class])>li>a{display:block;height:100%;padding:.9rem 1rem;border:1px solid var(--line);border-radius:.4rem;background:var(--soft);font-weight:600;text-decoration:none}',
  'main>ul:not([class])>li>a:hover{border-color:var(--link)}',
  '.filters{display:flex;flex-wrap:wrap;align-items:end;gap:.5rem 1rem;margin:0 0 1rem}',
  '.filters label{display:grid;gap:.15rem;font-size:.875rem;color:var(--dim)}',
  '.filters input,.filters select,button{font:1rem system-ui,sans-serif;color:var(--ink);background:var(--paper);border:1px solid var(--dim);border-radius:.3rem;padding:.4rem .6rem;min-height:2.5rem;max-width:100%}',
  '.filters>input[type=search]{flex:1 1 12rem;min-width:0}',
  '.card{max-width:26rem;margin:12vh auto 0;padding:1rem 2rem 2rem;border:1px solid var(--line);border-radius:.75rem}',
  '.form{display:grid;gap:1rem;max-width:24rem}',
  '.form label{display:grid;gap:.25rem;color:var(--dim)}',
  '.form input{font:1rem system-ui,sans-serif;color:var(--ink);background:var(--paper);border:1px solid var(--dim);border-radius:.3rem;padding:.5rem .6rem;min-height:2.75rem;width:100%}',
  '.form button{justify-self:start;min-width:8rem;min-height:2.75rem;font-weight:600;color:var(--paper);background:var(--link);border-color:var(--link)}',
  '.badge{display:inline-block;white-space:nowrap;padding:0 .55rem;border-radius:1rem;background:var(--idle);color:var(--idleInk);font-size:.85rem;font-weight:600}',
  ...TONES,
  '.quiet,.empty{color:var(--dim)}',
  '.quiet{font-size:.875rem}',
  '.pages{margin-top:1rem}',
  '.problem{border-left:.3rem solid var(--badInk);background:var(--soft);padding:.6rem 1rem;margin:1rem 0;white-space:pre-wrap}',
  '.notice{border-left:.3rem solid var(--warnInk);background:var(--soft);padding:.6rem 1rem;margin:1rem 0}',
  'footer{margin-top:2rem;border-top:1px solid var(--line);padding-top:.75rem;font-size:.875rem;color:var(--dim)}',
  `@media (max-width:56rem){${STACKED.join('')}}`,
  `@media (max-width:40rem){${PHONE.join('')}}`,
  `@media print{${PRINTED.join('')}}`,
].join('');

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** Content-Security-Policy of the pages: this stylesheet, forms to the service itself, no scripts or frames. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
