const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 24;
  for (let bit = 0; bit < 8; bit++) remainder = remainder < 0 ? (remainder << 1) ^ POLYNOMIAL : remainder << 1;
  return remainder;
});

/** CRC-32 as bzip2 has it: most significant bit first, unlike that of gzip. */
export const checksum = {
  start: -1,
  add(crc: number, bytes: Uint8Array): number {
    let sum = crc;
    for (const byte of bytes) sum = (sum << 8) ^ TABLE[((sum >>> 24) ^ byte) & 0xff]!;
    return sum;
  },
  end: (crc: number): number => ~crc >>> 0,
};
