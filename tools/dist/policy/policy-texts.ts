/** Name and explanation of a setting in the editor for policies. */
export type PolicyText = readonly [name: string, explanation: string];

/** What the editor says beside the settings themselves. */
export interface PolicyWords {
  readonly about: string;
  readonly supported: string;
  readonly root: string;
  /** Categories, by the first part of the settings' paths. */
  readonly categories: Readonly<Record<string, string>>;
  readonly value: string;
  readonly lines: string;
  readonly pairs: string;
  /** What holds where nothing is set, by the setting's name; stands below every explanation. */
  readonly note: (path: string) => string;
  /** The same for a setting that is on or off. */
  readonly switched: (path: string) => string;
  readonly json: string;
  readonly jsonList: string;
  readonly settings: Readonly<Record<string, PolicyText>>;
  /** What can be chosen, by the words of the settings. */
  readonly choices: Readonly<Record<string, string>>;
}

/** The texts of the administrative templates. Every setting that a policy may set by itself has one in each language; a test compares them. */
export const policyWords: Readonly<Record<'en-US' | 'de-DE', PolicyWords>> = {
  'en-US': {
    about: 'Settings of Mailroom that hold for all users of a computer and that nobody can change there.',
    supported: 'Mailroom 0.1 and later',
    root: 'Mailroom',
    categories: {
      connections: 'Connections',
      hotFolders: 'Hot folders',
      intake: 'Intake defaults',
      limits: 'Limits',
      exports: 'Exports',
      network: 'Network',
      tracking: 'Following',
      metrics: 'Metrics and log',
      team: 'Team',
      updates: 'Updates',
      scanning: 'Scanning',
      window: 'Window and language',
    },
    value: 'Value:',
    lines: 'One entry on each line:',
    pairs: 'Project by connection ID:',
    note: (path) =>
      `Not configured or disabled: the computer’s policy.json or the user’s own setting holds. Name of the setting: ${path}.`,
    json: 'The value is JSON, as “mailroom settings get” prints it; it may have several lines.',
    jsonList:
      'The value is JSON: one object on each line, or a list of objects over several lines, as “mailroom settings get” prints it.',
    switched: (path) =>
      `Enabled: yes. Disabled: no. Not configured: the computer’s policy.json or the user’s own setting holds. Name of the setting: ${path}.`,
    choices: {
      document: 'Each file a document',
      batch: 'Files together as a batch',
      case: 'Files as cases',
      keep: 'Keep',
      delete: 'Delete',
      move: 'Move',
      'set-aside': 'Set aside and ask',
      'send-anyway': 'Send anyway',
      system: 'As Windows is set',
      service: 'As a service',
      on: 'Always',
      off: 'Never',
      en: 'English',
      de: 'German',
      verified: 'TLS, certificate checked',
      none: 'None',
      light: 'Light',
      dark: 'Dark',
      comfortable: 'Comfortable',
      compact: 'Compact',
    },
    settings: {
      connections: [
        'Connections',
        'The services that Mailroom sends to: id, name, baseUrl and clientId of each. Secrets are not set here; they are kept in the credential store.',
      ],
      defaultConnection: ['Usual connection', 'ID of the connection that is used where none is named.'],
      hotFolders: [
        'Hot folders',
        'The folders that the window watches, each with its rule. In the paths, each backslash is written twice.',
      ],
      'intake.projects': ['Projects', 'The project of dropped files and new hot folders, by the ID of the connection.'],
      'intake.mode': [
        'Kind',
        'Whether each file becomes a document of its own, files are sent together as a batch, or files become cases.',
      ],
      'intake.after': ['Originals', 'What becomes of the originals after they were sent.'],
      'intake.tidyGraceMs': [
        'Rest before originals are moved or deleted',
        'Milliseconds that an original must have lain still after it was sent.',
      ],
      'intake.trashMs': [
        'Time in the trash',
        'Milliseconds for which deleted originals lie in the trash of their folder; 0: they are gone at once.',
      ],
      'intake.duplicates': ['Duplicates', 'What is done with content that was taken in before for the same project.'],
      'intake.duplicateDays': [
        'Days for duplicates',
        'For how many days content counts as known. Not configured: always.',
      ],
      'intake.export': ['Export of XML', 'Where and how XML is written: folder, states, template and more.'],
      'intake.case': ['Cases', 'How files become cases, for the kind “case”.'],
      'intake.fields': ['Index fields', 'The form that is filled in for dropped files: at most 20 fields.'],
      'limits.filesInFlight': ['Files on their way', 'How many files are on their way at once.'],
      'limits.sockets': ['Network connections', 'How many network connections to one service are open at once.'],
      'limits.bytesPerSecond': ['Bandwidth', 'Bytes a second of all uploads together.'],
      'limits.hours': [
        'Sending hours',
        'When files are sent, by local time: {"from":"20:00","to":"06:00","days":[1,2,3,4,5]}; 1 is Monday. Files that come at other times wait.',
      ],
      'limits.largestFile': [
        'Largest file',
        'Bytes; larger files are held without trying to send them. Not configured: the service decides.',
      ],
      'limits.unclearGraceMs': [
        'Wait after a lost answer',
        'Milliseconds that the service may take to show what came of a submission before it is sent again.',
      ],
      'exports.doctypes': [
        'Document types that are let through',
        'Names of DOCTYPE whose XML is handed over although it names an external part; with [] behind it, although it declares something of its own.',
      ],
      'network.certificateAuthorities': [
        'Certificate authorities',
        'PEM file with further certificate authorities. Those of Windows are trusted anyway.',
      ],
      'network.proxy': [
        'Proxy',
        'Address of the proxy, such as http://proxy.example:3128. The policy can be read by every user: put no password into it.',
      ],
      'network.proxyScript': [
        'Proxy script (PAC)',
        'Address of a script that names proxies; asked where no proxy is set.',
      ],
      'network.systemProxy': [
        'Proxy settings of Windows',
        'Whether the proxy settings of Windows hold where neither these nor the environment name a proxy.',
      ],
      'network.clientCertificate': [
        'Client certificate',
        'PFX or PEM file of the certificate that this computer shows to the service. Its passphrase is set by “mailroom certificate”.',
      ],
      'network.clientKey': [
        'Key of the client certificate',
        'PEM file of the key, where the certificate’s file does not hold it.',
      ],
      'tracking.fastestMs': [
        'Shortest pause between questions',
        'Milliseconds between questions for changes while much happens.',
      ],
      'tracking.slowestMs': [
        'Longest pause between questions',
        'Milliseconds between questions for changes while little happens.',
      ],
      'metrics.port': [
        'Port for metrics',
        'Port of this computer (127.0.0.1) at which metrics for Prometheus can be had.',
      ],
      'metrics.file': [
        'File for metrics',
        'File that is written anew every 15 seconds, for collectors that read files.',
      ],
      'log.system': [
        'Event log',
        'When faults for IT, starts and ends go to the Windows event log (source Mailroom, log Application).',
      ],
      'team.address': [
        'Database of the team',
        'PostgreSQL database that stations share: postgres://host:5432/database, without a name or password. Each station joins with “mailroom team join”.',
      ],
      'team.login': ['Login of the station', 'Name of this station in that database. “mailroom team join” sets it.'],
      'team.schema': ['Schema of the team', 'Schema of that database which holds the team.'],
      'team.encryption': [
        'Encryption to the team',
        'TLS whose certificate is checked, or none. None is only for a database on this computer, or to try it out.',
      ],
      'team.leaseMs': [
        'Time until a station is gone',
        'Milliseconds after which others take over what a station of the team has claimed and did not begin to send.',
      ],
      'updates.from': [
        'Where updates come from',
        'Folder or https address that holds the signed manifest and the packages. Without it and the key the window looks for no updates.',
      ],
      'updates.key': [
        'Key of the updates',
        'Public Ed25519 key by which manifests are checked: its 32 bytes in base64.',
      ],
      'scanning.profiles': ['Scan profiles', 'The profiles that can be chosen for scanning.'],
      'scanning.defaultProfile': ['Usual scan profile', 'ID of the profile that is used where none is chosen.'],
      'scanning.addresses': ['Network scanners', 'Addresses of network scanners that are not found automatically.'],
      'scanning.share.on': [
        'Share a scanner',
        'Whether a scanner of this computer is shared with the office. Disabled: nobody can share one.',
      ],
      'scanning.share.address': [
        'Address of the shared scanner',
        'IPv4 address of this computer in its own network; whoever reaches it may scan.',
      ],
      'scanning.share.port': ['Port of the shared scanner', 'TCP port of the shared scanner.'],
      'scanning.share.scannerId': ['Scanner that is shared', 'ID of the scanner, as “mailroom scanners” lists it.'],
      language: ['Language', 'What window, notifications, command line and the notes beside files speak.'],
      'window.theme': ['Appearance', 'Whether the window is light, dark, or as Windows is set.'],
      'window.density': ['Density', 'Space between the rows of lists.'],
      'window.closeToTray': [
        'Go on after the window is closed',
        'Whether closing the window hides it and the work goes on.',
      ],
      'window.startAtLogin': ['Start at sign-in', 'Whether Mailroom starts when the user signs in.'],
      'window.notifySettled': [
        'Notify when documents are done',
        'Whether a notification is shown when documents are done.',
      ],
      'window.notifyHeld': [
        'Notify when something needs a person',
        'Whether a notification is shown when a file is held or a folder does not answer.',
      ],
    },
  },
  'de-DE': {
    about:
      'Einstellungen von Mailroom, die für alle Benutzer eines Rechners gelten und dort nicht geändert werden können.',
    supported: 'Mailroom 0.1 und neuer',
    root: 'Mailroom',
    categories: {
      connections: 'Verbindungen',
      hotFolders: 'Eingangsordner',
      intake: 'Vorgaben für den Eingang',
      limits: 'Grenzen',
      exports: 'Exporte',
      network: 'Netzwerk',
      tracking: 'Verfolgung',
      metrics: 'Kennzahlen und Protokoll',
      team: 'Team',
      updates: 'Aktualisierungen',
      scanning: 'Scannen',
      window: 'Fenster und Sprache',
    },
    value: 'Wert:',
    lines: 'Ein Wert je Zeile:',
    pairs: 'Projekt je Verbindungs-ID:',
    note: (path) =>
      `Nicht konfiguriert oder deaktiviert: Es gilt die policy.json des Rechners oder die eigene Einstellung des Benutzers. Name der Einstellung: ${path}.`,
    json: 'Der Wert ist JSON, wie „mailroom settings get“ ihn ausgibt; er darf mehrere Zeilen haben.',
    jsonList:
      'Der Wert ist JSON: ein Objekt je Zeile oder eine Liste von Objekten über mehrere Zeilen, wie „mailroom settings get“ sie ausgibt.',
    switched: (path) =>
      `Aktiviert: ja. Deaktiviert: nein. Nicht konfiguriert: Es gilt die policy.json des Rechners oder die eigene Einstellung des Benutzers. Name der Einstellung: ${path}.`,
    choices: {
      document: 'Jede Datei ein Beleg',
      batch: 'Dateien gemeinsam',
      case: 'Dateien als Mappen',
      keep: 'Behalten',
      delete: 'Löschen',
      move: 'Verschieben',
      'set-aside': 'Beiseitelegen und fragen',
      'send-anyway': 'Trotzdem senden',
      system: 'Wie Windows',
      service: 'Als Dienst',
      on: 'Immer',
      off: 'Nie',
      en: 'Englisch',
      de: 'Deutsch',
      verified: 'TLS, Zertifikat geprüft',
      none: 'Keine',
      light: 'Hell',
      dark: 'Dunkel',
      comfortable: 'Großzügig',
      compact: 'Kompakt',
    },
    settings: {
      connections: [
        'Verbindungen',
        'Die Dienste, an die Mailroom sendet: je id, name, baseUrl und clientId. Geheimnisse werden hier nicht festgelegt; sie liegen in der Anmeldeinformationsverwaltung.',
      ],
      defaultConnection: ['Übliche Verbindung', 'ID der Verbindung, die gilt, wo keine genannt ist.'],
      hotFolders: [
        'Eingangsordner',
        'Die Ordner, die das Fenster beobachtet, je mit ihrer Regel. In Pfaden steht jeder umgekehrte Schrägstrich doppelt.',
      ],
      'intake.projects': [
        'Projekte',
        'Das Projekt für hineingezogene Dateien und neue Eingangsordner, je ID der Verbindung.',
      ],
      'intake.mode': [
        'Art',
        'Ob jede Datei ein eigener Beleg wird, Dateien gemeinsam gesendet werden oder Dateien zu Mappen werden.',
      ],
      'intake.after': ['Originale', 'Was nach dem Senden aus den Originalen wird.'],
      'intake.tidyGraceMs': [
        'Ruhezeit vor dem Verschieben oder Löschen',
        'Millisekunden, die ein Original nach dem Senden unverändert gelegen haben muss.',
      ],
      'intake.trashMs': [
        'Zeit im Papierkorb',
        'Millisekunden, die gelöschte Originale im Papierkorb ihres Ordners liegen; 0: Sie sind sofort weg.',
      ],
      'intake.duplicates': [
        'Duplikate',
        'Was mit Inhalt geschieht, der für dasselbe Projekt schon einmal eingegangen ist.',
      ],
      'intake.duplicateDays': [
        'Tage für Duplikate',
        'Wie viele Tage lang Inhalt als bekannt gilt. Nicht konfiguriert: immer.',
      ],
      'intake.export': ['Export von XML', 'Wohin und wie XML geschrieben wird: folder, states, template und weitere.'],
      'intake.case': ['Mappen', 'Wie Dateien zu Mappen werden, für die Art „case“.'],
      'intake.fields': ['Indexfelder', 'Das Formular für hineingezogene Dateien: höchstens 20 Felder.'],
      'limits.filesInFlight': ['Dateien unterwegs', 'Wie viele Dateien zugleich unterwegs sind.'],
      'limits.sockets': ['Netzwerkverbindungen', 'Wie viele Netzwerkverbindungen zu einem Dienst zugleich offen sind.'],
      'limits.bytesPerSecond': ['Bandbreite', 'Bytes je Sekunde für alle Übertragungen zusammen.'],
      'limits.hours': [
        'Sendezeiten',
        'Wann gesendet wird, nach Ortszeit: {"from":"20:00","to":"06:00","days":[1,2,3,4,5]}; 1 ist Montag. Was sonst eingeht, wartet.',
      ],
      'limits.largestFile': [
        'Größte Datei',
        'Bytes; größere Dateien werden nicht gesendet: Klärung nötig. Nicht konfiguriert: Der Dienst entscheidet.',
      ],
      'limits.unclearGraceMs': [
        'Wartezeit nach einer verlorenen Antwort',
        'Millisekunden, in denen der Dienst zeigen kann, was aus einer Übergabe wurde, bevor sie noch einmal gesendet wird.',
      ],
      'exports.doctypes': [
        'Zugelassene Dokumenttypen',
        'Namen von DOCTYPE, deren XML übergeben wird, obwohl es einen externen Teil nennt; mit [] dahinter auch, wenn es selbst etwas deklariert.',
      ],
      'network.certificateAuthorities': [
        'Zertifizierungsstellen',
        'PEM-Datei mit weiteren Zertifizierungsstellen. Denen von Windows wird ohnehin vertraut.',
      ],
      'network.proxy': [
        'Proxy',
        'Adresse des Proxys, etwa http://proxy.example:3128. Jeder Benutzer kann die Richtlinie lesen: Sie darf kein Kennwort enthalten.',
      ],
      'network.proxyScript': [
        'Proxyskript (PAC)',
        'Adresse eines Skripts, das Proxys nennt; gilt, wo kein Proxy festgelegt ist.',
      ],
      'network.systemProxy': [
        'Proxyeinstellungen von Windows',
        'Ob die Proxyeinstellungen von Windows gelten, wo weder diese Einstellungen noch die Umgebung einen Proxy nennen.',
      ],
      'network.clientCertificate': [
        'Clientzertifikat',
        'PFX- oder PEM-Datei des Zertifikats, das dieser Rechner dem Dienst zeigt. Das Kennwort dazu setzt „mailroom certificate“.',
      ],
      'network.clientKey': [
        'Schlüssel des Clientzertifikats',
        'PEM-Datei des Schlüssels, wenn die Datei des Zertifikats ihn nicht enthält.',
      ],
      'tracking.fastestMs': [
        'Kürzeste Pause zwischen Abfragen',
        'Millisekunden zwischen Abfragen nach Änderungen, wenn viel geschieht.',
      ],
      'tracking.slowestMs': [
        'Längste Pause zwischen Abfragen',
        'Millisekunden zwischen Abfragen nach Änderungen, wenn wenig geschieht.',
      ],
      'metrics.port': [
        'Port für Kennzahlen',
        'Port dieses Rechners (127.0.0.1), an dem es Kennzahlen für Prometheus gibt.',
      ],
      'metrics.file': [
        'Datei für Kennzahlen',
        'Datei, die alle 15 Sekunden neu geschrieben wird, für Programme, die Dateien lesen.',
      ],
      'log.system': [
        'Ereignisprotokoll',
        'Wann Störungen für die IT, Start und Ende in das Windows-Ereignisprotokoll gehen (Quelle Mailroom, Protokoll Anwendung).',
      ],
      'team.address': [
        'Datenbank des Teams',
        'PostgreSQL-Datenbank, die sich Stationen teilen: postgres://host:5432/datenbank, ohne Name und Kennwort. Jede Station tritt mit „mailroom team join“ bei.',
      ],
      'team.login': [
        'Anmeldung der Station',
        'Name dieser Station in jener Datenbank. „mailroom team join“ setzt ihn.',
      ],
      'team.schema': ['Schema des Teams', 'Schema jener Datenbank, in dem das Team liegt.'],
      'team.encryption': [
        'Verschlüsselung zum Team',
        'TLS mit geprüftem Zertifikat oder keine. Keine ist nur für eine Datenbank auf diesem Rechner oder zum Ausprobieren.',
      ],
      'team.leaseMs': [
        'Zeit, bis eine Station als ausgefallen gilt',
        'Millisekunden, nach denen andere übernehmen, was eine Station des Teams reserviert und nicht zu senden begonnen hat.',
      ],
      'updates.from': [
        'Woher Aktualisierungen kommen',
        'Ordner oder https-Adresse mit dem signierten Manifest und den Paketen. Ohne sie und den Schlüssel sucht das Fenster keine Aktualisierungen.',
      ],
      'updates.key': [
        'Schlüssel der Aktualisierungen',
        'Öffentlicher Ed25519-Schlüssel, mit dem Manifeste geprüft werden: seine 32 Bytes in Base64.',
      ],
      'scanning.profiles': ['Scanprofile', 'Die Profile, die beim Scannen zur Wahl stehen.'],
      'scanning.defaultProfile': ['Übliches Scanprofil', 'ID des Profils, das gilt, wo keines gewählt ist.'],
      'scanning.addresses': [
        'Netzwerkscanner',
        'Adressen von Netzwerkscannern, die nicht automatisch gefunden werden.',
      ],
      'scanning.share.on': [
        'Scanner freigeben',
        'Ob ein Scanner dieses Rechners für das Büro freigegeben ist. Deaktiviert: Niemand kann einen freigeben.',
      ],
      'scanning.share.address': [
        'Adresse des freigegebenen Scanners',
        'IPv4-Adresse dieses Rechners in seinem Netzwerk; wer sie erreicht, kann scannen.',
      ],
      'scanning.share.port': ['Port des freigegebenen Scanners', 'TCP-Port des freigegebenen Scanners.'],
      'scanning.share.scannerId': ['Freigegebener Scanner', 'ID des Scanners, wie „mailroom scanners“ sie ausgibt.'],
      language: ['Sprache', 'Was Fenster, Mitteilungen, Befehlszeile und die Hinweise neben Dateien sprechen.'],
      'window.theme': ['Erscheinungsbild', 'Ob das Fenster hell, dunkel oder wie Windows eingestellt ist.'],
      'window.density': ['Zeilenabstand', 'Abstand zwischen den Zeilen von Listen.'],
      'window.closeToTray': [
        'Nach dem Schließen weiterarbeiten',
        'Ob das Schließen das Fenster nur ausblendet und die Arbeit weitergeht.',
      ],
      'window.startAtLogin': ['Start bei der Anmeldung', 'Ob Mailroom startet, wenn sich der Benutzer anmeldet.'],
      'window.notifySettled': [
        'Mitteilung bei fertigen Belegen',
        'Ob eine Mitteilung erscheint, wenn Belege fertig sind.',
      ],
      'window.notifyHeld': [
        'Mitteilung bei Klärungsbedarf',
        'Ob eine Mitteilung erscheint, wenn eine Datei zu klären ist oder ein Ordner nicht antwortet.',
      ],
    },
  },
};
