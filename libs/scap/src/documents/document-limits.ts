const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * How long a document waits for its turn before it is refused; the gateway waits longer for uploads. A document
 * occupies a thread until its client has sent all of it.
 */
export const DOCUMENT_PATIENCE_MS = 240_000;

/** Limits of every uploaded XML document (rule scap-3); sizes in bytes of UTF-8. */
export interface DocumentLimits {
  rawBytes: number;
  decodedBytes: number;
  /** Maximum decoded bytes per raw byte, checked beyond `gzipRatioFromBytes` decoded bytes. */
  gzipRatio: number;
  gzipRatioFromBytes: number;
  depth: number;
  attributesPerElement: number;
  attributeBytes: number;
  textNodeBytes: number;
  elements: number;
  processingMs: number;
}

export const DOCUMENT_LIMITS: Readonly<DocumentLimits> = {
  rawBytes: 128 * MIB,
  decodedBytes: 256 * MIB,
  gzipRatio: 200,
  gzipRatioFromBytes: 10 * MIB,
  depth: 64,
  attributesPerElement: 64,
  attributeBytes: 64 * KIB,
  textNodeBytes: 8 * MIB,
  elements: 5_000_000,
  processingMs: 120_000,
};

/** Limits of one guide (rule scap-3). */
export interface GuideLimits {
  profiles: number;
  rules: number;
  ruleGroups: number;
  valueDefinitions: number;
  /** Length of an id, a version or the system of a fix, which are all keys. */
  idLength: number;
  /** Number of rules, and of overrides, over all profiles, because selections multiply along `extends`. */
  profileRules: number;
  valueOverrides: number;
}

export const GUIDE_LIMITS: Readonly<GuideLimits> = {
  profiles: 1_000,
  rules: 20_000,
  ruleGroups: 5_000,
  valueDefinitions: 20_000,
  idLength: 512,
  profileRules: 1_000_000,
  valueOverrides: 1_000_000,
};
