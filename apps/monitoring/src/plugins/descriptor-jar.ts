import { crc32 } from 'node:zlib';
import { DESCRIPTOR_ENTRY } from '@wardstone/plugin-descriptor';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const VERSION_NEEDED = 20;
/** 1980-01-01, the first date that the format supports. */
const FIRST_DAY = 0x21;

/**
 * An archive with only a bare descriptor. Equal descriptors give equal archives, because the entry is stored
 * uncompressed and undated. See rule plugins-1.
 */
export function jarOfDescriptor(descriptor: Uint8Array): Buffer {
  const name = Buffer.from(DESCRIPTOR_ENTRY);
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(VERSION_NEEDED, 0);
  entry.writeUInt16LE(FIRST_DAY, 8);
  entry.writeUInt32LE(crc32(descriptor), 10);
  entry.writeUInt32LE(descriptor.length, 14);
  entry.writeUInt32LE(descriptor.length, 18);
  entry.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([uint32(LOCAL_HEADER), entry, name, descriptor]);
  const directory = Buffer.concat([
    uint32(DIRECTORY_HEADER),
    uint16(VERSION_NEEDED),
    entry,
    // No comment, first disk, no attributes, and the entry at the start.
    Buffer.alloc(14),
    name,
  ]);
  const end = [uint32(DIRECTORY_END), Buffer.alloc(4), uint16(1), uint16(1), uint32(directory.length)];
  return Buffer.concat([local, directory, ...end, uint32(local.length), uint16(0)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
