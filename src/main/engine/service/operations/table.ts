import { agentOperations, agentWorkflowOperations } from './agents.ts';
import { authorizationOperations } from './authorization.ts';
import { caseOperations } from './cases.ts';
import { documentXmlOperations } from './document-xml.ts';
import { documentOperations, emailOperations } from './documents.ts';
import { enrichmentWorkflowOperations } from './enrichment-workflows.ts';
import { enrichmentOperations } from './enrichment.ts';
import { fileOperations } from './files.ts';
import type { Operation } from './operation.ts';
import { projectOperations } from './projects.ts';
import { routingOperations } from './routings.ts';

/** The one table of operations, in the order of the interface document. */
export const operationTable: readonly Operation[] = [
  ...authorizationOperations,
  ...fileOperations,
  ...documentOperations,
  ...caseOperations,
  ...projectOperations,
  ...enrichmentOperations,
  ...documentXmlOperations,
  ...agentOperations,
  ...agentWorkflowOperations,
  ...enrichmentWorkflowOperations,
  ...routingOperations,
  ...emailOperations,
];

const byName: ReadonlyMap<string, Operation> = new Map(operationTable.map((operation) => [operation.name, operation]));

/** The operation of a name such as `documents.process-file`; null: there is none. */
export function findOperation(name: string): Operation | null {
  return byName.get(name) ?? null;
}
