import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { agentRoutes } from './agents/agent-routes.ts';
import { agentWorkflowRoutes } from './agents/agent-workflow-routes.ts';
import { companyRoutes } from './companies.ts';
import { caseRoutes } from './cases/case-routes.ts';
import { createCaseStore } from './cases/case-store.ts';
import { createDocumentIntake } from './documents/document-intake.ts';
import { documentRoutes } from './documents/document-routes.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { createDocumentStore } from './documents/document-store.ts';
import { createDocumentWire } from './documents/document-wire.ts';
import { documentXmlRoutes } from './document-xml/document-xml.ts';
import { emailRoutes } from './emails/email-routes.ts';
import { enrichmentWorkflowRoutes } from './enrichment-workflows/enrichment-workflow-routes.ts';
import type { EnrichmentRecords } from './enrichment/enrichment-routes.ts';
import { enrichmentRoutes, recordsOf } from './enrichment/enrichment-routes.ts';
import type { Route } from './exchange.ts';
import type { FileStore } from './file-store.ts';
import { createFileStore } from './file-store.ts';
import { fileRoutes } from './files.ts';
import { createPracticeServer } from './http-server.ts';
import { createFaultPlan } from './practice-faults.ts';
import { projectRoutes } from './projects/project-routes.ts';
import { createProjectStore } from './projects/project-store.ts';
import { createRateWindows } from './rate-window.ts';
import { routingRoutes } from './routings/routing-routes.ts';
import { createRouter } from './router.ts';
import { createSessions } from './sessions.ts';
import { createTimeline } from './timeline.ts';
import type {
  PracticeDocument,
  PracticeFile,
  PracticeOptions,
  PracticeService,
  PracticeStats,
} from './practice-options.ts';

/**
 * All scopes that the practice service knows. The interface names files.*, documents.* and enrichment.write; the others were
 * seen on live services. Cases and document-xml go by the documents scopes, agent workflows by the agents ones.
 */
const allScopes: readonly string[] = [
  'files.read',
  'files.write',
  'documents.read',
  'documents.write',
  'enrichment.write',
  'enrichment.delete',
  'projects.read',
  'projects.write',
  'agents.read',
  'agents.write',
  'enrichment-workflows.read',
  'enrichment-workflows.write',
  'routings.read',
  'routings.write',
  'emails.read',
  'companies.read',
];

export { faultKinds, parseFaults } from './practice-faults.ts';
export type { PracticeOptions, PracticeService } from './practice-options.ts';

const host = '127.0.0.1';
/** who did what no client did */
const serviceName = 'practice-service';
/** where documents end that nobody chose an outcome for, with `realistic`; weights */
const usualMix = { doneAutomatically: 88, reviewRequired: 8, extracted: 2, failed: 2 };

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1024 }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function fileSnapshot(files: FileStore): Promise<PracticeFile[]> {
  return Promise.all(
    [...files.all()].map(async (file) => {
      const { id, name, contentType, size } = file;
      return { id, name, contentType, size, sha256: await files.sha256(file) };
    }),
  );
}

function documentSnapshot(documents: DocumentStore, files: FileStore): Promise<PracticeDocument[]> {
  return Promise.all(
    documents.all().map(async (record) => {
      const { id, projectId, state, title, fileId, caseId, externalId, externalData, message } = record;
      const main = files.get(fileId);
      const sha256 = main === undefined ? '' : await files.sha256(main);
      const shown = { id, projectId, state, title, fileId, files: record.files, caseId };
      return { ...shown, externalId, externalData, message, sha256 };
    }),
  );
}

/** What the service holds in memory. */
interface Holdings {
  readonly files: FileStore;
  readonly documents: DocumentStore;
  readonly cases: ReturnType<typeof createCaseStore>;
  readonly projects: ReturnType<typeof createProjectStore>;
  readonly enrichment: EnrichmentRecords;
  readonly timeline: ReturnType<typeof createTimeline>;
}

function createHoldings(options: PracticeOptions, clock: () => number): Holdings {
  const timeline = createTimeline(clock);
  const documents = createDocumentStore(timeline, serviceName);
  return {
    files: createFileStore(options.memoryBytes ?? 64 * 1024 * 1024, options.discardLarge ?? false),
    documents,
    cases: createCaseStore(documents),
    projects: createProjectStore(options.projects ?? [], clock(), serviceName),
    enrichment: new Map(),
    timeline,
  };
}

/** The routes of all operations but the sign-in; `baseUrl` is asked when an address is written into an answer. */
function routesOf(
  holdings: Holdings,
  options: PracticeOptions,
  clock: () => number,
  seed: number,
  baseUrl: () => string,
): readonly Route[] {
  const { files, documents, projects, timeline } = holdings;
  const { omitTotalCount = false, omitListEntities = false, extras = false, processingMs = 1000 } = options;
  const batchAnswer = options.batchAnswer ?? { status: 202, body: 'id' };
  const wire = createDocumentWire(files, seed, (id) => `${baseUrl()}/documents/${id}`);
  const mix = options.realistic === true ? usualMix : null;
  const intake = createDocumentIntake(documents, files, seed, processingMs, mix);
  return [
    ...fileRoutes(files),
    ...documentRoutes({ ...holdings, intake, wire, omitTotalCount, omitListEntities, extras }),
    ...caseRoutes({ ...holdings, intake, processingMs, batchAnswer }),
    ...projectRoutes(projects, clock),
    ...enrichmentRoutes(holdings.enrichment),
    ...agentRoutes(clock, serviceName),
    ...agentWorkflowRoutes(clock, serviceName),
    ...enrichmentWorkflowRoutes(clock),
    ...routingRoutes(projects),
    ...emailRoutes({ documents, files, projects, seed, content: options.emailContent ?? 'html' }),
    ...documentXmlRoutes({ documents, wire, files, projects, timeline }),
    ...(extras ? companyRoutes() : []),
  ];
}

function countHoldings({
  files,
  documents,
  cases,
  timeline,
}: Holdings): Omit<PracticeStats, 'requests' | 'answers' | 'faults'> {
  timeline.advance();
  const byState = new Map<string, number>();
  const byFile = new Map<string, number>();
  for (const record of documents.all()) {
    countUp(byState, record.state);
    countUp(byFile, record.fileId);
  }
  const sizes = [...files.all()].map(({ size }) => size);
  return {
    uploads: sizes.length,
    uploadedBytes: sizes.reduce((sum, size) => sum + size, 0),
    documents: documents.all().length,
    documentsByState: Object.fromEntries(byState),
    cases: cases.count(),
    duplicateFileIds: [...byFile.values()].filter((count) => count > 1).length,
  };
}

/** Starts a practice service: the documented interface, stateful, in memory, on 127.0.0.1. Throws where the port is taken. */
export async function startPracticeService(options: PracticeOptions = {}): Promise<PracticeService> {
  const clock = options.clock ?? Date.now;
  const seed = options.seed ?? 1;
  const basePath = options.basePath ?? '/v2';
  const clientId = options.clientId ?? 'practice-client';
  const clientSecret = options.clientSecret ?? randomBytes(24).toString('base64url');
  let baseUrl = '';
  const holdings = createHoldings(options, clock);
  const { files, documents, timeline } = holdings;
  const faults = createFaultPlan(seed, options.faults ?? []);
  const sessions = createSessions({
    clients: [{ clientId, clientSecret, scopes: options.scopes ?? allScopes }, ...(options.clients ?? [])],
    tokenSeconds: options.tokenSeconds ?? 3600,
    basicEncoding: options.basicEncoding ?? 'both',
    clock,
  });
  const requests = new Map<string, number>();
  const answers = new Map<string, number>();
  const server = createPracticeServer({
    basePath,
    match: createRouter([sessions.route, ...routesOf(holdings, options, clock, seed, () => baseUrl)]),
    sessions,
    rates: createRateWindows(options.quota ?? 1_000_000, options.windowSeconds ?? 1),
    faults,
    latencyMs: options.latencyMs ?? 0,
    clock,
    report(report) {
      countUp(requests, report.operation);
      countUp(answers, String(report.status));
      options.onRequest?.(report);
    },
  });
  const port = await listen(server, options.port ?? 0);
  baseUrl = `http://${host}:${String(port)}${basePath}`;
  return {
    baseUrl,
    clientId,
    clientSecret,
    port,
    stats: () => ({
      requests: Object.fromEntries(requests),
      answers: Object.fromEntries(answers),
      faults: faults.counts(),
      ...countHoldings(holdings),
    }),
    files: () => fileSnapshot(files),
    documents() {
      timeline.advance();
      return documentSnapshot(documents, files);
    },
    enrichmentRecords: (collection) => recordsOf(holdings.enrichment, collection),
    injectFault: (rule) => faults.add(rule),
    clearFaults: () => faults.clear(),
    revokeTokens: () => sessions.revoke(),
    moveDocument(id, state) {
      const at = timeline.advance();
      const record = documents.get(id);
      if (record !== undefined) documents.move(record, state, at, serviceName);
      return record !== undefined;
    },
    disconnect: () => stopListening(server),
    async reconnect() {
      await listen(server, port);
    },
    async close() {
      if (server.listening) await stopListening(server);
      files.close();
    },
  };
}
