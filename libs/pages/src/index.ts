export { renderDocument } from './document';
export type { PageDocument } from './document';
export { PAGE_POLICY } from './style';
