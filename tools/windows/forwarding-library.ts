/** Where the one section of the library lies, in the file and in memory. */
const fileOffset = 0x200;
const memoryOffset = 0x1000;
const sectionSize = 0x200;

/**
 * The bytes of a 64-bit Windows library with one export, which is forwarded to a function of another library (`LIBRARY.FUNCTION`, without
 * `.dll`). It holds no code. Source: Microsoft's "PE Format" (headers, export directory, forwarder RVA).
 */
export function forwardingLibrary(name: string, exported: string, target: string): Buffer {
  const library = Buffer.alloc(fileOffset + sectionSize);
  library.write('MZ', 0, 'latin1');
  const signature = 0x80;
  library.writeUInt32LE(signature, 0x3c);
  library.write('PE\0\0', signature, 'latin1');

  const fileHeader = signature + 4;
  library.writeUInt16LE(0x8664, fileHeader); // machine: x64
  library.writeUInt16LE(1, fileHeader + 2); // sections
  library.writeUInt16LE(240, fileHeader + 16); // size of the optional header
  library.writeUInt16LE(0x2022, fileHeader + 18); // a library, executable image, large addresses

  const optional = fileHeader + 20;
  library.writeUInt16LE(0x20b, optional); // PE32+
  library.writeUInt32LE(sectionSize, optional + 8); // initialized bytes
  library.writeUInt32LE(memoryOffset, optional + 20);
  library.writeBigUInt64LE(0x1_8000_0000n, optional + 24); // preferred address
  library.writeUInt32LE(memoryOffset, optional + 32); // alignment in memory
  library.writeUInt32LE(fileOffset, optional + 36); // alignment in the file
  library.writeUInt16LE(6, optional + 40); // system version
  library.writeUInt16LE(6, optional + 48); // subsystem version
  library.writeUInt32LE(2 * memoryOffset, optional + 56); // size in memory
  library.writeUInt32LE(fileOffset, optional + 60); // size of all headers
  library.writeUInt16LE(3, optional + 68); // subsystem: console
  library.writeUInt16LE(0x160, optional + 70); // may be moved, no code that is data
  for (const field of [72, 88]) library.writeBigUInt64LE(0x10_0000n, optional + field); // reserved stack and heap
  for (const field of [80, 96]) library.writeBigUInt64LE(0x1000n, optional + field); // committed stack and heap
  library.writeUInt32LE(16, optional + 108); // directories
  library.writeUInt32LE(memoryOffset, optional + 112); // the first of them: exports
  library.writeUInt32LE(sectionSize, optional + 116);

  const section = optional + 240;
  library.write('.rdata', section, 'latin1');
  library.writeUInt32LE(sectionSize, section + 8);
  library.writeUInt32LE(memoryOffset, section + 12);
  library.writeUInt32LE(sectionSize, section + 16);
  library.writeUInt32LE(fileOffset, section + 20);
  library.writeUInt32LE(0x4000_0040, section + 36); // readable, initialized

  // The export directory, then its three tables of one entry each, then the names they point to.
  const [functions, names, ordinals, ownName, exportName, forwarder] = [0x30, 0x38, 0x40, 0x60, 0xa0, 0xe0];
  const at = (offset: number): number => memoryOffset + offset;
  library.writeUInt32LE(at(ownName), fileOffset + 12);
  for (const field of [16, 20, 24]) library.writeUInt32LE(1, fileOffset + field); // first ordinal, functions, names
  library.writeUInt32LE(at(functions), fileOffset + 28);
  library.writeUInt32LE(at(names), fileOffset + 32);
  library.writeUInt32LE(at(ordinals), fileOffset + 36);
  library.writeUInt32LE(at(forwarder), fileOffset + functions);
  library.writeUInt32LE(at(exportName), fileOffset + names);
  library.write(`${name}\0`, fileOffset + ownName, 'latin1');
  library.write(`${exported}\0`, fileOffset + exportName, 'latin1');
  library.write(`${target}\0`, fileOffset + forwarder, 'latin1');
  return library;
}
