export * from './alert-terms';
export * from './masked';
