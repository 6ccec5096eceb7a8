export { listLinks, type ListLinks, listMeta, type ListMeta, renderList } from './list-envelope';
export { ALERT_PAGING, PS_PAGING, lastPage, onPage, pageLinks, parsePage } from './page-window';
export type { PageLink, PageWindow } from './page-window';
export { decodeQuery, encodeFormText, ListQueryError, type QueryEntry } from './query-string';
export { parseSort, type SortTerm } from './sort';
export { parseTags, type TagCondition, undecodableTags } from './tags';
export { parseUuid } from './uuid';
