export * from './guides.dto';
export * from './list-query.dto';
export * from './policies.dto';
export * from './reports.dto';
export * from './scans.dto';
export * from './systems.dto';
export * from './tailorings.dto';
export * from './test-results.dto';
