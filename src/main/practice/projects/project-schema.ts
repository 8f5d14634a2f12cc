/** One value that a project extracts. */
export interface DataPoint {
  readonly internalName: string;
  readonly displayName: string;
  readonly type: string;
  readonly source: string;
  readonly normalization: readonly unknown[];
  readonly rules: Readonly<Record<string, unknown>>;
}

/** What a project extracts and checks. The interface doesn't show the shape; this is the one that live services were seen to have. */
export interface ProjectSchema {
  readonly version: string;
  readonly dataPoints: readonly DataPoint[];
  readonly [section: string]: unknown;
}

function dataPoint(internalName: string, displayName: string, type: string, required: boolean): DataPoint {
  return { internalName, displayName, type, source: 'extraction', normalization: [], rules: { required } };
}

/** The schema of the practice projects: the data points of an invoice. */
export function defaultSchema(): ProjectSchema {
  return {
    version: '1',
    dataPoints: [
      dataPoint('documentType', 'Document type', 'string', true),
      dataPoint('invoiceNumber', 'Invoice number', 'string', true),
      dataPoint('issuedDate', 'Invoice date', 'date', true),
      dataPoint('supplierName', 'Supplier', 'string', true),
      dataPoint('customerName', 'Customer', 'string', false),
      dataPoint('currency', 'Currency', 'string', true),
      dataPoint('totalNetAmount', 'Net amount', 'number', false),
      dataPoint('totalTaxAmount', 'Tax amount', 'number', false),
      dataPoint('totalGrossAmount', 'Gross amount', 'number', true),
      dataPoint('invoiceLines', 'Lines', 'table', false),
    ],
    features: {},
    enrichment: {},
    normalization: {},
    validation: {},
  };
}
