/*
 * A SANE backend for tests (the SANE standard 1.06). What its device is like stands in $SANE_CONFIG_DIR/habit.conf, one thing a line,
 * with tabs between the words:
 *   option NAME string|int|mm|pixels|bool VALUES PRESENT   VALUES: a list with | between, a range (0..216), or -
 *   most NAME SOURCE LIMIT      with this source the option goes only so far
 *   active NAME OPTION VALUE    the option can be set only while the other one has this value
 *   trait NAME VALUE            pages, lines (unknown), passes, open/start/read (the SANE_Status that it fails with), at (the page
 *                               that fails), hang (start, read, close or exit), slow (microseconds for a read), feeder (it is one),
 *                               sheets (in the feeder), noise (each dot is brighter by less than that), face (blank or number)
 * Each page begins with rows of the grey 40 * its number, 8 fewer than the one before. One with a number as its face is white but for a
 * short thin line at a place of its own, as the last digit of a number; a blank one is white. What was set when a page began is written to
 * habit.log beside it.
 */
#include <sane/sane.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 40
#define WORD 200

static char conf[MOST * 2][5][WORD];
static int rows, options = 1;
static SANE_Option_Descriptor descriptor[MOST];
static char text[MOST][WORD];
static SANE_Word number[MOST];
static SANE_Range range[MOST];
static SANE_String_Const strings[MOST][MOST];
static SANE_Word words[MOST][MOST];
static SANE_Device device = {"one", "Habit", "Backend", "scanner"};
static int page, pass, cancelled;
static long sent;

static const char *trait(const char *name) {
  for (int i = 0; i < rows; i++)
    if (!strcmp(conf[i][0], "trait") && !strcmp(conf[i][1], name)) return conf[i][2];
  return "";
}

static int find(const char *name) {
  for (int i = 1; i < options; i++)
    if (!strcmp(descriptor[i].name, name)) return i;
  return 0;
}

static double value(const char *name, double otherwise) {
  int i = find(name);
  if (!i) return otherwise;
  return descriptor[i].type == SANE_TYPE_FIXED ? SANE_UNFIX(number[i]) : number[i];
}

static const char *chosen(const char *name) { return find(name) ? text[find(name)] : ""; }

static void hang(const char *where) {
  while (!strcmp(trait("hang"), where)) sleep(1);
}

static SANE_Word wordOf(int type, const char *said) {
  if (type == SANE_TYPE_BOOL) return !strcmp(said, "yes");
  return type == SANE_TYPE_FIXED ? SANE_FIX(atof(said)) : atoi(said);
}

/* What hangs on other options: how far one goes, and whether it can be set. */
static void settle(void) {
  for (int i = 0; i < rows; i++) {
    int o = find(conf[i][1]);
    if (!strcmp(conf[i][0], "most") && !strcmp(chosen("source"), conf[i][2])) {
      range[o].max = wordOf(descriptor[o].type, conf[i][3]);
      if (number[o] > range[o].max) number[o] = range[o].max;
    }
    if (!strcmp(conf[i][0], "active")) {
      if (strcmp(chosen(conf[i][2]), conf[i][3])) descriptor[o].cap |= SANE_CAP_INACTIVE;
      else descriptor[o].cap &= ~SANE_CAP_INACTIVE;
    }
  }
}

static void addOption(char (*line)[WORD]) {
  int i = options++;
  SANE_Option_Descriptor *d = &descriptor[i];
  d->name = d->title = d->desc = line[1];
  d->cap = SANE_CAP_SOFT_SELECT | SANE_CAP_SOFT_DETECT;
  d->size = sizeof(SANE_Word);
  d->type = !strcmp(line[2], "string") ? SANE_TYPE_STRING : !strcmp(line[2], "mm") ? SANE_TYPE_FIXED : !strcmp(line[2], "bool") ? SANE_TYPE_BOOL : SANE_TYPE_INT;
  d->unit = !strcmp(line[2], "mm") ? SANE_UNIT_MM : !strcmp(line[2], "pixels") ? SANE_UNIT_PIXEL : strstr(line[1], "resolution") ? SANE_UNIT_DPI : SANE_UNIT_NONE;
  if (d->type == SANE_TYPE_STRING) d->size = WORD;
  strcpy(text[i], line[4]);
  number[i] = wordOf(d->type, line[4]);
  char *dots = strstr(line[3], "..");
  if (dots) {
    range[i].min = wordOf(d->type, line[3]);
    range[i].max = wordOf(d->type, dots + 2);
    d->constraint_type = SANE_CONSTRAINT_RANGE;
    d->constraint.range = &range[i];
  } else if (strcmp(line[3], "-")) {
    int count = 0;
    for (char *each = strtok(line[3], "|"); each; each = strtok(NULL, "|")) {
      strings[i][count++] = each;
      words[i][count] = wordOf(d->type, each);
    }
    words[i][0] = count;
    d->constraint_type = d->type == SANE_TYPE_STRING ? SANE_CONSTRAINT_STRING_LIST : SANE_CONSTRAINT_WORD_LIST;
    if (d->type == SANE_TYPE_STRING) d->constraint.string_list = strings[i];
    else d->constraint.word_list = words[i];
  }
}

static FILE *beside(const char *name, const char *mode) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", getenv("SANE_CONFIG_DIR"), name);
  return fopen(path, mode);
}

SANE_Status sane_habit_init(SANE_Int *version, SANE_Auth_Callback authorize) {
  (void)authorize;
  if (version) *version = SANE_VERSION_CODE(1, 0, 0);
  descriptor[0] = (SANE_Option_Descriptor){.name = "", .title = "", .desc = "", .type = SANE_TYPE_INT, .size = sizeof(SANE_Word), .cap = SANE_CAP_SOFT_DETECT};
  FILE *file = beside("habit.conf", "r");
  char line[5 * WORD];
  while (file && rows < MOST * 2 && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    char *rest = line;
    for (int at = 0; at < 5 && rest; at++) strncpy(conf[rows][at], strsep(&rest, "\t"), WORD - 1);
    if (!strcmp(conf[rows][0], "option")) addOption(conf[rows]);
    rows++;
  }
  if (file) fclose(file);
  settle();
  return SANE_STATUS_GOOD;
}

void sane_habit_exit(void) { hang("exit"); }

SANE_Status sane_habit_get_devices(const SANE_Device ***list, SANE_Bool local) {
  static const SANE_Device *all[] = {&device, NULL};
  (void)local;
  *list = all;
  return SANE_STATUS_GOOD;
}

SANE_Status sane_habit_open(SANE_String_Const name, SANE_Handle *handle) {
  *handle = &device;
  if (*name && strcmp(name, device.name)) return SANE_STATUS_INVAL;
  return atoi(trait("open"));
}

void sane_habit_close(SANE_Handle handle) {
  (void)handle;
  hang("close");
}

const SANE_Option_Descriptor *sane_habit_get_option_descriptor(SANE_Handle handle, SANE_Int i) {
  (void)handle;
  return i >= 0 && i < options ? &descriptor[i] : NULL;
}

SANE_Status sane_habit_control_option(SANE_Handle handle, SANE_Int i, SANE_Action action, void *what, SANE_Int *info) {
  (void)handle;
  if (info) *info = 0;
  if (i < 0 || i >= options || !SANE_OPTION_IS_ACTIVE(descriptor[i].cap)) return SANE_STATUS_INVAL;
  SANE_Option_Descriptor *d = &descriptor[i];
  if (action == SANE_ACTION_GET_VALUE) {
    if (d->type == SANE_TYPE_STRING) strcpy(what, text[i]);
    else *(SANE_Word *)what = i ? number[i] : options;
    return SANE_STATUS_GOOD;
  }
  if (action != SANE_ACTION_SET_VALUE || !i) return SANE_STATUS_UNSUPPORTED;
  int known = d->constraint_type == SANE_CONSTRAINT_NONE || d->constraint_type == SANE_CONSTRAINT_RANGE;
  for (int k = 0; !known && k < words[i][0]; k++)
    known = d->type == SANE_TYPE_STRING ? !strcmp(strings[i][k], what) : words[i][k + 1] == *(SANE_Word *)what;
  if (!known) return SANE_STATUS_INVAL;
  if (d->type == SANE_TYPE_STRING) strcpy(text[i], what);
  else {
    SANE_Word asked = *(SANE_Word *)what;
    number[i] = asked;
    if (d->constraint_type == SANE_CONSTRAINT_RANGE && asked > range[i].max) number[i] = range[i].max;
    if (d->constraint_type == SANE_CONSTRAINT_RANGE && asked < range[i].min) number[i] = range[i].min;
    *(SANE_Word *)what = number[i];
    if (info && number[i] != asked) *info |= SANE_INFO_INEXACT;
  }
  settle();
  if (info) *info |= SANE_INFO_RELOAD_OPTIONS | SANE_INFO_RELOAD_PARAMS;
  return SANE_STATUS_GOOD;
}

static int isColor(void) { return strstr(chosen("mode"), "Color") != NULL || !find("mode"); }

static int bits(void) {
  const char *one[] = {"Lineart", "Black", "Diffusion", "Halftone"};
  for (int i = 0; i < 4; i++)
    if (strstr(chosen("mode"), one[i])) return 1;
  return (int)value("depth", 8);
}

static int isFeeder(void) {
  const char *said = chosen("source");
  return *trait("feeder") || strstr(said, "ADF") || strstr(said, "Feeder");
}

static int sides(void) {
  int both = strstr(chosen("source"), "Duplex") || !strcmp(chosen("adf-mode"), "Duplex") || value("duplex", 0);
  return both ? 2 : 1;
}

static int pixels(const char *from, const char *to, const char *paper, const char *dots, double otherwise) {
  double most = value(to, otherwise);
  if (value(paper, most) < most) most = value(paper, most);
  int inPixels = find(to) && descriptor[find(to)].unit == SANE_UNIT_PIXEL;
  return (int)((most - value(from, 0)) * (inPixels ? 1 : value(dots, value("resolution", 100)) / 25.4) + 0.5);
}

static int width(void) { return pixels("tl-x", "br-x", "page-width", "x-resolution", 210); }

static int height(void) { return pixels("tl-y", "br-y", "page-height", "y-resolution", 297); }

static int passes(void) { return isColor() && atoi(trait("passes")) > 1 ? 3 : 1; }

static int rowBytes(void) {
  return bits() == 1 ? (width() + 7) / 8 : width() * (isColor() && passes() == 1 ? 3 : 1) * (bits() / 8);
}

SANE_Status sane_habit_get_parameters(SANE_Handle handle, SANE_Parameters *parameters) {
  (void)handle;
  SANE_Frame frames[] = {SANE_FRAME_RED, SANE_FRAME_GREEN, SANE_FRAME_BLUE};
  parameters->format = passes() == 3 ? frames[pass % 3] : isColor() && bits() > 1 ? SANE_FRAME_RGB : SANE_FRAME_GRAY;
  parameters->last_frame = passes() == 1 || pass % 3 == 2;
  parameters->bytes_per_line = rowBytes();
  parameters->pixels_per_line = width();
  parameters->lines = !strcmp(trait("lines"), "unknown") ? -1 : height();
  parameters->depth = bits();
  return SANE_STATUS_GOOD;
}

SANE_Status sane_habit_start(SANE_Handle handle) {
  (void)handle;
  if (!*trait("at") || page + 1 == atoi(trait("at"))) hang("start");
  if (sent && pass < passes() - 1) pass++;
  else {
    if (isFeeder() && page >= (*trait("sheets") ? atoi(trait("sheets")) : 3) * sides()) return SANE_STATUS_NO_DOCS;
    page++;
    pass = 0;
    FILE *log = beside("habit.log", "a");
    for (int i = 1; log && i < options; i++) {
      if (descriptor[i].type == SANE_TYPE_STRING) fprintf(log, "%s=%s\t", descriptor[i].name, text[i]);
      else fprintf(log, "%s=%.4g\t", descriptor[i].name, value(descriptor[i].name, 0));
    }
    if (log) fputs("\n", log), fclose(log);
  }
  sent = 0;
  cancelled = 0;
  return page == atoi(trait("at")) ? atoi(trait("start")) : SANE_STATUS_GOOD;
}

SANE_Status sane_habit_read(SANE_Handle handle, SANE_Byte *to, SANE_Int most, SANE_Int *length) {
  (void)handle;
  *length = 0;
  if (cancelled) return SANE_STATUS_CANCELLED;
  long whole = (long)rowBytes() * height();
  int isHere = page == atoi(trait("at")) && sent > whole / 2;
  if (isHere) hang("read");
  if (isHere && *trait("read")) return atoi(trait("read"));
  if (sent >= whole) return SANE_STATUS_EOF;
  usleep(atoi(trait("slow")));
  *length = whole - sent < most ? (int)(whole - sent) : most;
  int isOneBit = bits() == 1, number = isFeeder() ? page : 1, noise = atoi(trait("noise"));
  long begin = (long)rowBytes() * (height() / 2 - 8 * number);
  int hasFace = *trait("face"), hasLine = !strcmp(trait("face"), "number");
  long row = rowBytes();
  for (int i = 0; i < *length; i++) {
    int isBegin = sent + i < begin;
    long x = (sent + i) % row, y = (sent + i) / row;
    int isLine = hasLine && y >= 50 && y < 58 && x == 200 + 3 * number;
    int grey = hasFace ? (isLine ? 0 : 255) : 40 * number + (noise ? (sent + i) * page % noise : 0);
    to[i] = isOneBit ? (isBegin ? 255 : 0) : isBegin ? grey : 255;
  }
  sent += *length;
  return SANE_STATUS_GOOD;
}

void sane_habit_cancel(SANE_Handle handle) {
  (void)handle;
  cancelled = 1;
}

SANE_Status sane_habit_set_io_mode(SANE_Handle handle, SANE_Bool nonBlocking) {
  (void)handle;
  return nonBlocking ? SANE_STATUS_UNSUPPORTED : SANE_STATUS_GOOD;
}

SANE_Status sane_habit_get_select_fd(SANE_Handle handle, SANE_Int *descriptorOut) {
  (void)handle;
  (void)descriptorOut;
  return SANE_STATUS_UNSUPPORTED;
}

SANE_String_Const sane_habit_strstatus(SANE_Status status) {
  (void)status;
  return "?";
}
