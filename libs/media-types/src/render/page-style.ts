import { createHash } from 'node:crypto';

/** The stylesheet of every page; it is part of the page, so that a page needs no second request. */
export const PAGE_STYLE = [
  ':root{color-scheme:light dark;--line:#8884;--quiet:#8881;--accent:light-dark(#0b5cad,#7ab7ff)}',
  '*{box-sizing:border-box}',
  'body{margin:0 auto;max-width:64rem;padding:0 1rem 2rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}',
  'a{color:var(--accent)}',
  'h1{font-size:1.5rem;line-height:1.2;margin:1rem 0}',
  'header{border-bottom:1px solid var(--line);padding:.75rem 0}',
  'header ol{display:flex;flex-wrap:wrap;gap:.25rem .5rem;list-style:none;margin:0;padding:0}',
  'header li+li::before{content:"/";margin-right:.5rem;opacity:.6}',
  'main ul{list-style:none;margin:0;padding:0}',
  'main li{margin:.5rem 0}',
  'main ul.records>li{margin:1rem 0}',
  'table{border-collapse:collapse;width:100%}',
  'th,td{border:1px solid var(--line);padding:.4rem .6rem;text-align:left;vertical-align:top}',
  'th{background:var(--quiet);font-weight:600}',
  'th[scope=row]{width:30%;min-width:6rem}',
  'td{white-space:pre-wrap}',
  'td>ul{white-space:normal}',
  'td>ul>li{margin:0}',
  'nav.pages,footer{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin-top:1rem}',
  'footer{border-top:1px solid var(--line);padding-top:.75rem;font-size:.875rem}',
  '@media print{header,footer,nav.pages{display:none}}',
].join('');

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** Content-Security-Policy of the pages: this stylesheet and nothing else; no scripts, frames or forms. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
