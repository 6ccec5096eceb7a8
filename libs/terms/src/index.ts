export * from './alert-terms';
