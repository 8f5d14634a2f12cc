import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { registerApi } from './commands/api.ts';
import { registerCases } from './commands/cases/cases.ts';
import { registerCertificate } from './commands/setup/certificate.ts';
import { registerConnect } from './commands/setup/connect.ts';
import { registerHistory } from './commands/history.ts';
import { registerDemo } from './commands/demo.ts';
import { registerDocuments } from './commands/documents.ts';
import { registerExport } from './commands/export.ts';
import { registerReject, registerTransfer } from './commands/hand-over.ts';
import { registerDoctor } from './commands/doctor.ts';
import {
  registerCancel,
  registerNote,
  registerPause,
  registerResume,
  registerRetry,
  registerSendAnyway,
  registerTakeInAgain,
  registerUnlock,
} from './commands/items/decisions.ts';
import { registerFields } from './commands/items/fields.ts';
import { registerPages } from './commands/items/pages.ts';
import { registerPractice } from './commands/practice.ts';
import { registerProjects } from './commands/projects.ts';
import { registerRelease } from './commands/cases/release.ts';
import { registerScan } from './commands/scan.ts';
import { registerScanners } from './commands/scanners.ts';
import { registerSend } from './commands/send.ts';
import { registerSettings } from './commands/setup/settings.ts';
import { registerTeam } from './commands/setup/team.ts';
import { registerStatus } from './commands/status.ts';
import { registerWatch } from './commands/watch.ts';

/** Adds one command to the program. */
export type RegisterCommand = (program: Command, context: CommandContext) => void;

/** Every command, in the order the help lists them. */
export const commands: readonly RegisterCommand[] = [
  registerWatch,
  registerSend,
  registerScan,
  registerScanners,
  registerDemo,
  registerStatus,
  registerRetry,
  registerCancel,
  registerPause,
  registerResume,
  registerSendAnyway,
  registerTakeInAgain,
  registerUnlock,
  registerNote,
  registerFields,
  registerPages,
  registerRelease,
  registerHistory,
  registerDocuments,
  registerCases,
  registerProjects,
  registerExport,
  registerTransfer,
  registerReject,
  registerApi,
  registerConnect,
  registerCertificate,
  registerTeam,
  registerDoctor,
  registerSettings,
  registerPractice,
];
