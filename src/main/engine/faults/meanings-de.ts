import type { FaultCode } from '../../../shared/faults.ts';
import { folderSentences } from './meanings-of-folders.ts';
import { waitingSentences } from './meanings-of-waiting.ts';
import { germanExportSentences } from './export-meanings-de.ts';
import type { FaultSentences } from './sentence.ts';
import { sidecarSentences } from './sidecar-sentences.ts';

/** The German sentences, as templates for `fillTemplate`. Style: shared look, section Copy. */
export const germanSentences: Readonly<Record<FaultCode, FaultSentences>> = {
  ...folderSentences.de,
  ...waitingSentences.de,
  'type-not-accepted': {
    reason: '{type|Diese Art von Datei} nimmt der Dienst nicht an.',
    nextStep: 'Als {instead|PDF} speichern und neu ablegen.',
  },
  'pdf-password': {
    reason: 'Dieses PDF ist kennwortgeschützt.',
    nextStep: 'Offene Fassung anfordern und hier wählen.',
  },
  'file-damaged': {
    reason: 'Die Datei[ {picture}] ist beschädigt[, {problem}].',
    nextStep: 'Absender um neue Datei bitten.',
  },
  'file-unjudged': {
    reason:
      'Zu verschachtelt, um beurteilt zu werden: Die Durchsicht dauerte zu lange oder hat Mailroom mehrmals beendet. Nichts wurde gesendet.',
    nextStep: 'Als neues PDF drucken oder speichern und das ablegen. Bei unbekannter Herkunft die IT informieren.',
  },
  'file-gone': {
    reason: 'Die Datei verschwand vor dem Senden.',
    nextStep: 'Zurücklegen oder abbrechen.',
  },
  'file-too-large': {
    reason: 'Die Datei ist dem Dienst zu groß[: höchstens {limit}].',
    nextStep: 'Teilen und die Teile ablegen.',
  },
  'name-refused': {
    reason: 'Der Dateiname ist nicht verwendbar[: {problem}].',
    nextStep: 'Datei umbenennen und neu ablegen.',
  },
  ...sidecarSentences.de,
  'tidy-up-failed': {
    reason: 'Die Datei[ {name}] ist gesendet. Das Original ließ sich nicht {action|wegräumen}[: {problem}].',
    nextStep: 'Original von Hand wegräumen.',
  },
  'title-not-set': {
    reason: 'Das Dokument[ aus {name}] ist gesendet. Der Titel aus seiner Begleitdatei ließ sich nicht setzen.',
    nextStep: 'Titel unter „Dokumente“ setzen.',
  },
  'watch-limit': {
    reason: 'Dieser Rechner kann nicht mehr Ordner beobachten. Dateien werden trotzdem gefunden, etwas später.',
    nextStep: 'fs.inotify.max_user_watches[ über {limit}] erhöhen.',
  },
  'links-passed-over': {
    reason: 'Mailroom folgt keinen Verknüpfungen: {name|eine} wird übergangen[, dazu {more} weitere].',
    nextStep:
      'Die Dateien selbst hineinlegen oder den Ordner, auf den die Verknüpfung zeigt, als eigene Quelle einrichten.',
  },
  'placeholders-passed-over': {
    reason:
      'Platzhalter von {program|einem Sync-Programm}: {name|Ein Dokument} ist nicht auf diesem Computer und bleibt unberührt[, dazu {more} weitere].',
    nextStep:
      'Im Sync-Programm „Auf diesem Gerät behalten“ wählen oder das Dokument als PDF hineinlegen. Mailroom nimmt es dann auf.',
  },
  'open-files-limit': {
    reason: 'Zu wenige Dateien dürfen gleichzeitig offen sein[: {limit}].',
    nextStep: 'Mindestens 1024 erlauben (ulimit -n, LimitNOFILE des Dienstes), dann Mailroom neu starten.',
  },
  'disk-full': {
    reason: 'Das Laufwerk[ von {folder}] ist voll. Alles bleibt in der Warteschlange.',
    nextStep: 'Darauf {needed|1 GB} freigeben. Mailroom macht von selbst weiter.',
  },
  'data-directory-taken': {
    reason: 'Eine andere Mailroom-Instanz arbeitet mit {directory|diesem Datenordner}[ (Prozess {process})].',
    nextStep: 'Die andere beenden oder einen anderen Datenordner wählen.',
  },
  'data-directory-unusable': {
    reason: 'Der Datenordner[ {directory}] ist nicht verwendbar[: {problem}].',
    nextStep: 'Prüfen, ob er da und beschreibbar ist, oder einen anderen wählen.',
  },
  'journal-damaged': {
    reason: 'Das Journal {problem|war beschädigt}[. Es liegt beiseite als {path}, nichts wurde gelöscht].',
    nextStep:
      'Laufwerk, Sicherungen und Aufräumprogramme prüfen. Was schon gesendet sein kann, braucht Klärung; Mailroom die Ordner neu durchsehen lassen.',
  },
  'record-unreadable': {
    reason: 'Ein Teil dessen, was das Journal hierzu wusste, ist verloren. Der Rest ist erhalten.',
    nextStep:
      'Im Dienst nachsehen, dann entscheiden: „Erneut versuchen“ sieht dort zuerst nach und sendet nur, was fehlt.',
  },
  'service-unreachable': {
    reason: 'Der Dienst[ {host}] ist nicht erreichbar. Alles bleibt in der Warteschlange.',
    nextStep: 'Netzwerk prüfen. Mailroom versucht es von selbst erneut.',
  },
  'answer-lost': {
    reason:
      'Die Verbindung[ zu {host}] brach ab, bevor der Dienst die Datei bestätigt hat. Sie bleibt in der Warteschlange.',
    nextStep:
      'Nichts zu tun. Mailroom sendet sie von selbst erneut. Bei Dauer die IT informieren: Ein Proxy oder Virenscanner kann dazwischenstehen.',
  },
  'service-busy': {
    reason: 'Der Dienst bittet um Geduld: Sein Kontingent ist erschöpft.[ Der nächste Versuch folgt um {goesOn}.]',
    nextStep: 'Nichts zu tun. Mailroom macht[ in {seconds} s] von selbst weiter.',
  },
  'quota-exhausted': {
    reason:
      'Das Kontingent des Dienstes ist[ seit {since}] erschöpft.[ Der nächste Versuch folgt um {goesOn}.] Alles bleibt in der Warteschlange.',
    nextStep:
      'Klären, welche anderen Programme das Kontingent des Mandanten nutzen; diese drosseln oder es erhöhen lassen. Mailroom macht von selbst weiter.',
  },
  'service-failed': {
    reason: 'Der Dienst hat selbst ein Problem[ (Status {status})]. Alles bleibt in der Warteschlange.',
    nextStep:
      'Nichts zu tun. Mailroom versucht es von selbst erneut. Hält es an, den Support des Dienstes informieren.',
  },
  'answer-not-understood': {
    reason: 'Die Antwort ist nicht, was der Dienst zusagt[: {problem}].',
    nextStep: 'Basis-URL prüfen[ {url}]. Auch eine Anmeldeseite des Netzwerks kann dazwischen sein.',
  },
  'certificate-untrusted': {
    reason: 'Dem Zertifikat von {host|diesem Dienst} wird nicht vertraut.',
    nextStep: 'Zertifizierungsstelle Ihrer Firma in den Netzwerkeinstellungen eintragen.',
  },
  'proxy-refused': {
    reason: 'Der Proxy[ {proxy}] ließ nichts durch[ (Status {status})].',
    nextStep: 'Proxy und seine Anmeldung in den Netzwerkeinstellungen prüfen.',
  },
  'sign-in-refused': {
    reason: 'Der Dienst lehnt unsere Anmeldung ab.',
    nextStep: 'Neues Client-Geheimnis eintragen.',
  },
  'scope-missing': {
    reason: 'Unsere Anmeldung erlaubt {scope|dies} nicht.',
    nextStep: 'Beim Dienst {scope|die Erlaubnis} für diesen Client freischalten lassen.',
  },
  'access-refused': {
    reason: 'Kein Zugriff auf {subject|dieses Ziel}.',
    nextStep: 'Zugriff erteilen oder Projekt wechseln.',
  },
  'project-unknown': {
    reason: 'Der Dienst kennt kein Projekt {projectId|mit dieser ID}.',
    nextStep: 'ID prüfen oder Projekt wechseln.',
  },
  'not-found': {
    reason: 'Nicht gefunden: {subject|Eintrag} {id|mit dieser ID}.',
    nextStep: 'ID prüfen.',
  },
  'request-refused': {
    reason: 'Der Dienst lehnt dies ab[: {message}].',
    nextStep: 'Berichtigen, dann erneut versuchen. Nichts ging verloren.',
  },
  'already-at-service': {
    reason: 'Der Dienst hat diese Datei schon.',
    nextStep: 'Das erste Dokument öffnen.',
  },
  'processing-failed': {
    reason: 'Der Dienst konnte das Dokument nicht verarbeiten[: {message}].',
    nextStep: 'Dokument im Dienst ansehen. Neu scannen, falls es unlesbar ist.',
  },
  'outcome-unclear': {
    reason: 'Unklar, ob dies angekommen ist.',
    nextStep: 'Im Dienst nachsehen, dann entscheiden.',
  },
  'not-settled-in-time': {
    reason: 'Der Dienst ist damit noch nicht fertig[ nach {waited}][, Zustand {state}].',
    nextStep: 'Im Dienst nachsehen, wer dort handeln muss. Mailroom verfolgt es weiter.',
  },
  'transfer-refused': {
    reason: 'Der Dienst lehnt die Übergabe ab[: {message}].',
    nextStep: 'Berichtigen, dann erneut übergeben.',
  },
  'case-incomplete': {
    reason: 'Der Fall[ {name}] wartet[ auf: {missing}].',
    nextStep: 'Fehlendes ergänzen oder so freigeben, wie er ist.',
  },
  'role-missing': {
    reason: '{name|Eine Datei} hat keine Rolle.',
    nextStep: 'Rolle wählen, dann freigeben.',
  },
  'wrong-usage': {
    reason: '{problem|So geht das nicht}.',
    nextStep: '{hint|Siehe mailroom --help.}',
  },
  'settings-invalid': {
    reason:
      'Die Einstellungen sind nicht verwendbar[: {field}][ (Eintrag {entry} von {list})][ ist {given}][, Zeile {line}][: {problem}][: Verbindung {connection} fehlt].',
    nextStep:
      '{path|Einstellungsdatei} berichtigen. Sie blieb unverändert.[ Mindestens {least}.][ Höchstens {most}.][ Möglich sind: {words}.]',
  },
  'base-url-invalid': {
    reason: 'Die Basis-URL[ {url}] ist nicht verwendbar[: {problem}].',
    nextStep: 'In der Form https://host/v2 eintragen; http nur für diesen Rechner.',
  },
  'external-data-invalid': {
    reason: 'Die externen Daten sind nicht sendbar[: {problem}].',
    nextStep: 'Höchstens 20 Werte, Schlüssel verschieden und höchstens 50 Zeichen lang.',
  },
  'title-invalid': {
    reason: 'Der Titel ist nicht verwendbar[: {problem}].',
    nextStep: '1 bis 256 Zeichen eingeben.',
  },
  'external-id-invalid': {
    reason: 'Die externe ID ist nicht verwendbar[: {problem}].',
    nextStep: 'Andere externe ID eingeben.',
  },
  'range-invalid': {
    reason: '{field|Die Zahl} liegt außerhalb der Grenzen.',
    nextStep: 'Zahl[ ab {least}][ bis {most}] eingeben.',
  },
  'credentials-missing': {
    reason: 'Für {connection|diese Verbindung} sind keine Zugangsdaten hinterlegt.',
    nextStep:
      'Mit mailroom connect eintragen oder MAILROOM_BASE_URL, MAILROOM_CLIENT_ID und MAILROOM_CLIENT_SECRET setzen.',
  },
  'credentials-elsewhere': {
    reason:
      'Das Geheimnis von {connection|dieser Verbindung} wurde für {address|eine andere Adresse} eingegeben und geht nirgendwo sonst hin.',
    nextStep: 'Die Adresse der Verbindung prüfen. Ist es die neue, das Geheimnis dafür noch einmal eingeben.',
  },
  'keychain-locked': {
    reason: 'Der Schlüsselbund ist gesperrt. Alles bleibt in der Warteschlange.',
    nextStep: 'Schlüsselbund entsperren.',
  },
  'keychain-missing': {
    reason: 'Dieser Rechner hat keinen Schlüsselbund.',
    nextStep:
      'Einen starten (etwa GNOME Keyring) oder MAILROOM_BASE_URL, MAILROOM_CLIENT_ID und MAILROOM_CLIENT_SECRET setzen.',
  },
  ...germanExportSentences,
  'outside-hours': {
    reason:
      'Dateien werden nur von {from|einer festen Stunde} bis {to|zu einer anderen} gesendet. Weiter geht es von selbst[ am {goesOn}].',
    nextStep: 'Nichts zu tun. Was jetzt fort muss: auswählen und erneut versuchen.',
  },
  'scanner-busy': {
    reason: 'Der Scanner ist beschäftigt.',
    nextStep: 'Warten, bis er frei ist, dann erneut scannen.',
  },
  'scanner-off': {
    reason: 'Der Scanner antwortet nicht, er ist aus oder im Ruhezustand.',
    nextStep: 'Einschalten, dann erneut scannen.',
  },
  'scanner-missing': {
    reason: '{problem|Dieser Scanner ist nicht mehr da}.',
    nextStep: 'Einen Scanner wählen. Ihren anschließen, wenn er fehlt.',
  },
  'scanner-unreachable': {
    reason: 'Der Scanner ist nicht erreichbar[: {problem}][ ({address})].',
    nextStep: 'Kabel, Netz und Adresse prüfen.',
  },
  'scanner-jammed': {
    reason: 'Im Scanner staut sich Papier. Die Seiten davor sind gesichert.',
    nextStep: 'Papierweg freimachen, den Rest einlegen und weiterscannen.',
  },
  'scanner-empty': {
    reason: 'Der Einzug ist leer.',
    nextStep: 'Papier einlegen, dann erneut scannen.',
  },
  'scanner-open': {
    reason: 'Eine Klappe des Scanners ist offen.',
    nextStep: 'Schließen, dann erneut scannen.',
  },
  'scanner-refused': {
    reason: 'So kann der Scanner nicht scannen[: {setting}].',
    nextStep: 'Im Profil eine andere Einstellung wählen.',
  },
  'scanner-denied': {
    reason: 'Dieser Rechner darf den Scanner nicht benutzen.',
    nextStep: 'Diesem Konto Zugriff auf den Scanner geben.',
  },
  'scanner-failed': {
    reason: '{problem|Der Scanner meldete einen Fehler}. Die Seiten davor sind gesichert.',
    nextStep: 'Aus- und einschalten, dann erneut scannen.',
  },
  'scanner-software-missing': {
    reason: 'Die Software für Scanner fehlt auf diesem Rechner.',
    nextStep: '{program|Software} installieren.',
  },
  'scan-without-pages': {
    reason: 'Es gibt keine Seiten zum Senden.',
    nextStep: 'Mindestens eine Seite scannen oder behalten.',
  },
  'page-unreadable': {
    reason: 'Eine Seite ist nicht als Bild lesbar[: Seite {page} des Dokuments].',
    nextStep: 'Weglassen oder noch einmal scannen.',
  },
  'profile-unknown': {
    reason: 'Dieses Scanprofil gibt es nicht.',
    nextStep: 'Ein anderes wählen oder in den Einstellungen anlegen.',
  },
  internal: {
    reason: 'Mailroom hat hier einen Fehler gemacht. Nichts ging verloren.',
    nextStep: 'Erneut versuchen. Geschieht es wieder, das Protokoll an den Support senden.',
  },
};
