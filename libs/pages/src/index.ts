export { renderDocument, renderSignOut } from './document';
export { PAGE_POLICY } from './style';
