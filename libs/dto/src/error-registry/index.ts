export * from './errors.dto';
export * from './occurrences.dto';
