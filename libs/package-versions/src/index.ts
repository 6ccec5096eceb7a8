export { compareDebian } from './compare-debian';
export { compareRpm } from './compare-rpm';
export { matchesVersion, type PackageFormat, parsePackageQuery } from './package-query';
