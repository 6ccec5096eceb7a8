export { renderDocument } from './document';
export type { PageDocument } from './document';
export { renderSignOut } from './sign-out';
export { PAGE_POLICY } from './style';
