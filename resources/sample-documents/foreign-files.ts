/**
 * The beginning of a Windows program: an `MZ` header that points to a PE header (Microsoft PE format), then zeros. It does nothing
 * and runs nowhere; it is what somebody renames to `.pdf`.
 */
export function buildProgram(): Uint8Array {
  const program = Buffer.alloc(2_048);
  program.write('MZ', 0, 'latin1');
  program.writeUInt32LE(0x80, 0x3c);
  program.write('This program cannot be run in DOS mode.\r\r\n$', 0x4e, 'latin1');
  program.write('PE\0\0', 0x80, 'latin1');
  program.writeUInt16LE(0x8664, 0x84);
  return program;
}

/**
 * The small file that Word keeps beside a document that is open: `~$name.docx`, 162 bytes, the length of the user's name, the name,
 * and the same once more in UTF-16.
 */
export function buildWordOwnerFile(user: string): Uint8Array {
  const owner = Buffer.alloc(162, ' ');
  const name = user.slice(0, 50);
  owner.writeUInt8(name.length, 0);
  owner.write(name, 1, 'latin1');
  owner.writeUInt16LE(name.length, 55);
  owner.write(name, 57, 'utf16le');
  return owner;
}
