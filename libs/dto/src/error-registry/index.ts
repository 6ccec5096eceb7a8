export * from './errors/error.dto';
export * from './occurrences/occurrence.dto';
