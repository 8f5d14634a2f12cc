import { app } from 'electron';

// Mailroom as built, told that it is an installed program: those have no folder of the app among their arguments.
Object.defineProperty(app, 'isPackaged', { value: true });
process.argv = process.argv.filter((word) => word !== import.meta.dirname);
await import('../../../../out/main/index.js');
