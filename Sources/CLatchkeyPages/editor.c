// The code editor of the rules page: CodeMirror 5, of Debian's libjs-codemirror, which Scripts/setup installs. It is not a part of the source. A
// program that was built without it shows the rules in a plain text field.

#include "editor.h"

// #embed is of C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

#if __has_embed("/usr/share/javascript/codemirror/lib/codemirror.js")
static const unsigned char codemirror_css[] = {
#embed "/usr/share/javascript/codemirror/lib/codemirror.css"
};
static const unsigned char codemirror_js[] = {
#embed "/usr/share/javascript/codemirror/lib/codemirror.js"
};
static const unsigned char dialog_css[] = {
#embed "/usr/share/javascript/codemirror/addon/dialog/dialog.css"
};
static const unsigned char dialog_js[] = {
#embed "/usr/share/javascript/codemirror/addon/dialog/dialog.js"
};
static const unsigned char matchbrackets_js[] = {
#embed "/usr/share/javascript/codemirror/addon/edit/matchbrackets.js"
};
static const unsigned char search_js[] = {
#embed "/usr/share/javascript/codemirror/addon/search/search.js"
};
static const unsigned char searchcursor_js[] = {
#embed "/usr/share/javascript/codemirror/addon/search/searchcursor.js"
};
static const unsigned char show_hint_css[] = {
#embed "/usr/share/javascript/codemirror/addon/hint/show-hint.css"
};
static const unsigned char show_hint_js[] = {
#embed "/usr/share/javascript/codemirror/addon/hint/show-hint.js"
};

#define FILE(name, bytes) {"CodeMirror/" name, bytes, sizeof bytes}

static const latchkey_page_file files[] = {
    FILE("codemirror.css", codemirror_css),
    FILE("codemirror.js", codemirror_js),
    FILE("dialog.css", dialog_css),
    FILE("dialog.js", dialog_js),
    FILE("matchbrackets.js", matchbrackets_js),
    FILE("search.js", search_js),
    FILE("searchcursor.js", searchcursor_js),
    FILE("show-hint.css", show_hint_css),
    FILE("show-hint.js", show_hint_js),
};

const latchkey_page_file *latchkey_editor_file_at(size_t index) {
    return index < sizeof files / sizeof *files ? &files[index] : NULL;
}
#else
const latchkey_page_file *latchkey_editor_file_at(size_t index) {
    (void)index;
    return NULL;
}
#endif
