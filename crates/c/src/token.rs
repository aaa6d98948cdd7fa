//! Tokens, from the lexer to the parser. Keywords and punctuators are tables.

use std::rc::Rc;

use ir::Position;

/// A token with its position.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) position: Position,
}

/// The kind of a token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    Ident(Name),
    Keyword(Kw),
    Punct(P),
    /// An integer constant: the value, and the properties of its spelling that determine the type.
    Int(IntLiteral),
    /// A float constant: its digits without the suffix, and the suffix.
    Float(Rc<str>, FloatSuffix),
    /// A character constant: its value, and the kind of character.
    Char(u32, Encoding),
    /// The code units of a string literal, before adjacent literals are concatenated.
    Str(Rc<[u32]>, Encoding),
    Eof,
}

/// An interned identifier: equal names have equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Name(pub(crate) u32);

/// An integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IntLiteral {
    pub(crate) value: u128,
    /// A decimal constant without `u` is never unsigned, however large it is.
    pub(crate) decimal: bool,
    pub(crate) unsigned: bool,
    /// The number of `l` in its suffix: 0, 1 or 2.
    pub(crate) longs: u8,
}

/// The suffix of a float constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatSuffix {
    None,
    Float,
    Long,
    Float128,
}

/// The prefix of a character constant or of a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Encoding {
    /// Bytes: no prefix, or `u8`.
    Plain,
    /// `L`: `wchar_t`, an `int`.
    Wide,
    /// `u`: `char16_t`.
    Utf16,
    /// `U`: `char32_t`.
    Utf32,
}

macro_rules! keywords {
    ($($variant:ident: $($text:literal)|+;)*) => {
        /// A keyword of C11 or of GNU C. Alternative spellings are one keyword.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Kw { $($variant,)* }

        impl Kw {
            pub(crate) fn from_text(text: &str) -> Option<Kw> {
                match text { $($($text)|+ => Some(Kw::$variant),)* _ => None }
            }

            /// Returns the usual spelling.
            pub(crate) fn text(self) -> &'static str {
                match self { $(Kw::$variant => [$($text),+][0],)* }
            }
        }
    };
}

keywords! {
    Alignas: "_Alignas";
    Alignof: "_Alignof" | "__alignof__" | "__alignof";
    Asm: "asm" | "__asm__" | "__asm";
    Atomic: "_Atomic";
    Attribute: "__attribute__" | "__attribute";
    Auto: "auto";
    AutoType: "__auto_type";
    Bool: "_Bool";
    Break: "break";
    BuiltinChooseExpr: "__builtin_choose_expr";
    BuiltinOffsetof: "__builtin_offsetof";
    BuiltinTypesCompatible: "__builtin_types_compatible_p";
    BuiltinVaArg: "__builtin_va_arg";
    Case: "case";
    Char: "char";
    Complex: "_Complex" | "__complex__" | "__complex";
    Const: "const" | "__const" | "__const__";
    Continue: "continue";
    Default: "default";
    Do: "do";
    Double: "double";
    Else: "else";
    Enum: "enum";
    Extension: "__extension__";
    Extern: "extern";
    Float: "float";
    Float32: "_Float32";
    Float64: "_Float64" | "_Float32x";
    Float64x: "_Float64x";
    Float128: "_Float128" | "__float128";
    For: "for";
    Func: "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__";
    Generic: "_Generic";
    Goto: "goto";
    If: "if";
    Imag: "__imag__" | "__imag";
    Inline: "inline" | "__inline" | "__inline__";
    Int: "int";
    Int128: "__int128" | "__int128_t";
    Label: "__label__";
    Long: "long";
    Noreturn: "_Noreturn";
    Real: "__real__" | "__real";
    Register: "register";
    Restrict: "restrict" | "__restrict" | "__restrict__";
    Return: "return";
    Short: "short";
    Signed: "signed" | "__signed" | "__signed__";
    Sizeof: "sizeof";
    Static: "static";
    StaticAssert: "_Static_assert";
    Struct: "struct";
    Switch: "switch";
    ThreadLocal: "_Thread_local" | "__thread";
    Typedef: "typedef";
    Typeof: "typeof" | "__typeof__" | "__typeof";
    Uint128: "__uint128_t";
    Union: "union";
    Unsigned: "unsigned";
    VaList: "__builtin_va_list";
    Void: "void";
    Volatile: "volatile" | "__volatile__" | "__volatile";
    While: "while";
}

macro_rules! punctuators {
    ($($variant:ident = $text:literal,)*) => {
        /// A punctuator.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum P { $($variant,)* }

        impl P {
            /// All, the longer ones first, so that the first match is the longest.
            pub(crate) const ALL: &'static [(P, &'static str)] = &[$((P::$variant, $text),)*];

            pub(crate) fn text(self) -> &'static str {
                match self { $(P::$variant => $text,)* }
            }
        }
    };
}

punctuators! {
    Ellipsis = "...", ShlAssign = "<<=", ShrAssign = ">>=",
    Arrow = "->", Increment = "++", Decrement = "--", Shl = "<<", Shr = ">>",
    Le = "<=", Ge = ">=", EqEq = "==", Ne = "!=", AndAnd = "&&", OrOr = "||",
    MulAssign = "*=", DivAssign = "/=", RemAssign = "%=", AddAssign = "+=", SubAssign = "-=",
    AndAssign = "&=", XorAssign = "^=", OrAssign = "|=",
    LBracket = "[", RBracket = "]", LParen = "(", RParen = ")", LBrace = "{", RBrace = "}",
    Dot = ".", And = "&", Star = "*", Plus = "+", Minus = "-", Tilde = "~", Not = "!",
    Slash = "/", Percent = "%", Lt = "<", Gt = ">", Caret = "^", Or = "|",
    Question = "?", Colon = ":", Semicolon = ";", Assign = "=", Comma = ",", Hash = "#", At = "@",
}

impl Kind {
    /// Returns its spelling in messages.
    pub(crate) fn describe(&self, names: &Names) -> String {
        match self {
            Kind::Ident(name) => format!("'{}'", names.text(*name)),
            Kind::Keyword(keyword) => format!("'{}'", keyword.text()),
            Kind::Punct(punctuator) => format!("'{}'", punctuator.text()),
            Kind::Int(_) | Kind::Float(..) => "a number".to_owned(),
            Kind::Char(..) => "a character constant".to_owned(),
            Kind::Str(..) => "a string".to_owned(),
            Kind::Eof => "the end of the file".to_owned(),
        }
    }
}

/// The table of identifiers.
#[derive(Default)]
pub(crate) struct Names {
    texts: Vec<Rc<str>>,
    index: std::collections::HashMap<Rc<str>, Name>,
}

impl Names {
    pub(crate) fn intern(&mut self, text: &str) -> Name {
        if let Some(name) = self.index.get(text) {
            return *name;
        }
        let name = Name(u32::try_from(self.texts.len()).expect("a file has fewer than 2^32 names"));
        let text: Rc<str> = text.into();
        self.texts.push(text.clone());
        self.index.insert(text, name);
        name
    }

    pub(crate) fn text(&self, name: Name) -> Rc<str> {
        self.texts[name.0 as usize].clone()
    }
}
